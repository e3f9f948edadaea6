import type { Texts } from '../i18n.ts'

/** What money lists and their dialogs say, and the exports. */
export const texts: Texts = {
  'Download as CSV': 'CSV ডাউনলোড',
  Exported: 'ডাউনলোড হয়েছে',
  'Exporting...': 'ডাউনলোড হচ্ছে...',
  Select: 'বাছাই',
  'Select all {{count}} on this page': 'এই পাতার {{count}}টি সব বাছুন',
}
