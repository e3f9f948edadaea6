import { rates, topupPackages } from '#contract/topup-packages.ts'

export const STALE = [topupPackages.list, topupPackages.summaries, rates.preview, rates.history]
