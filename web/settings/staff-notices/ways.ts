import type { StaffWay } from '#contract/staff-notices.ts'

/** Each way with the label of its address. */
export const WAYS: Readonly<Record<StaffWay, { readonly label: string; readonly address: string }>> = {
  telegram: { label: 'Telegram', address: 'Chat ID' },
  email: { label: 'Email', address: 'Email address' },
  webhook: { label: 'Webhook', address: 'URL' },
}
