/** Days of the shop, and the rows of a list that are of them. */
export const PERIODS = [
  { from: '2026-03-04', to: '2026-03-04' },
  { from: '2026-03-03', to: '2026-03-16' },
  { from: '2026-03-18' },
  { to: '2026-03-07' },
  { from: '2026-05-01', to: '2026-05-02' },
] as const

/** Whether a day, or '' for none, lies within a period. */
export const isWithin = (day: string, period: { from?: string; to?: string }): boolean =>
  day !== '' && day >= (period.from ?? '0') && day <= (period.to ?? '9')
