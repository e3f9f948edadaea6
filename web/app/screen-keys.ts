/** By path: the letter that opens the screen after G. Screens outside the sidebar have none. */
export const SCREEN_KEYS: Readonly<Record<string, string>> = {
  '/': 'D',
  '/order': 'O',
  '/add-wallet': 'A',
  '/product-order': 'P',
  '/admin-wallet': 'W',
  '/withdraw-earn-wallet': 'E',
  '/user': 'U',
  '/upins': 'V',
  '/send-sms': 'S',
}
