import { rates, topupPackages } from '#contract/topup-packages.ts'

export const STALE = [topupPackages.list, rates.preview, rates.history]
