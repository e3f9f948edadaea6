import type { StaffWay } from '#contract/staff-notices.ts'

/** Each way with the label of its address. */
export const WAYS: Readonly<Record<StaffWay, { readonly label: string; readonly address: string; readonly example: string }>> = {
  telegram: { label: 'Telegram', address: 'Chat ID', example: '-1001234567890' },
  email: { label: 'Email', address: 'Email address', example: 'owner@shop.example' },
  webhook: { label: 'Webhook', address: 'URL', example: 'https://chat.example/hook' },
}
