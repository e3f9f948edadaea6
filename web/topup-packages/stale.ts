import { rates, topupPackages } from '#contract/topup-packages.ts'

/** What a change of rate makes stale. */
export const STALE = [topupPackages.list, rates.preview, rates.history]
