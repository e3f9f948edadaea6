import type { Endpoint } from '#contract/endpoint.ts'
import { STORE_ACCOUNTS, statements, USER_WALLETS } from '#contract/statements.ts'

type UserWallet = (typeof USER_WALLETS)[number]
export type StoreAccount = (typeof STORE_ACCOUNTS)[number]

export type StatementOf =
  | { readonly of: 'user'; readonly id: number; readonly wallet: UserWallet }
  | { readonly of: 'admin'; readonly id: number }
  | { readonly of: 'store'; readonly account: StoreAccount }
  | { readonly of: 'own' }

interface Call {
  readonly endpoint: Endpoint
  readonly input: Record<string, unknown>
}

export function readOf(source: StatementOf): Call {
  if (source.of === 'user') return { endpoint: statements.user, input: { id: source.id, wallet: source.wallet } }
  if (source.of === 'admin') return { endpoint: statements.admin, input: { id: source.id } }
  if (source.of === 'store') return { endpoint: statements.store, input: { account: source.account } }
  return { endpoint: statements.own, input: {} }
}

/** The export of a statement; undefined if there is none. */
export function exportOf(source: StatementOf): Call | undefined {
  if (source.of === 'user') return { endpoint: statements.exportUserCsv, input: { id: source.id, wallet: source.wallet } }
  if (source.of === 'admin') return { endpoint: statements.exportAdminCsv, input: { id: source.id } }
  return undefined
}

/** Parses `?statement=admin:3`, `store:sales`, `own` or `earn_wallet:12`; undefined for anything else. */
export function sourceFrom(text: string): StatementOf | undefined {
  const [of, rest = ''] = text.split(':')
  const id = /^\d{1,15}$/.test(rest) ? Number(rest) : 0
  if (of === 'own') return { of }
  if (of === 'admin' && id > 0) return { of, id }
  const account = STORE_ACCOUNTS.find((name) => name === rest)
  if (of === 'store' && account) return { of, account }
  const wallet = USER_WALLETS.find((name) => name === of)
  return wallet && id > 0 ? { of: 'user', id, wallet } : undefined
}
