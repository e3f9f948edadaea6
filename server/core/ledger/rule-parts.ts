/** One rule of the books: `sql` answers a sentence per broken row, and the account to freeze for it where there is one. */
export interface Rule {
  readonly name: string
  /** The rule in words, as the reconcile light shows it. */
  readonly about: string
  /** Selects (sentence text, account_id bigint); one statement, so that work in progress is never half seen. */
  readonly sql: string
  /** The same for the incremental check, where `sql` over the changed rows alone would not say it. */
  readonly incremental?: string
  /** A break stops all money, not one account. */
  readonly stops?: true
}

/** SQL of an amount as a sentence shows it. */
export const amount = (column: string) => `trim_scale(${column}::numeric)`

/** SQL of the balance that an account's entry before this journal left; 0 where it is the first one. */
export const balanceBefore = (account: string, journal: string) => {
  const last = (side: 'debit' | 'credit') => `
    (select id, ${side}_balance as balance from all_journals where ${side}_id = ${account} and id < ${journal} order by id desc limit 1)`
  return `select coalesce((select balance from (${last('debit')} union all ${last('credit')}) as b order by id desc limit 1), 0) as balance`
}

/** What each record of a source moved on one kind of account, as that balance sees it, by record and owner. */
export const moved = (source: string, kind: string) => `
  select e.source_id, a.user_id, a.admin_id, sum(a.side * e.amount) as net
  from entries e
  join accounts a on a.id = e.account_id and a.kind = '${kind}'
  where e.source = '${source}'
  group by e.source_id, a.user_id, a.admin_id`

/** SQL of the account of a customer, of an admin. */
const walletOf = (kind: string, owner: string) => `(select id from accounts where kind = '${kind}' and user_id = ${owner})`
export const adminWalletOf = (owner: string) => `(select id from accounts where admin_id = ${owner})`

/** How a record's sentence begins. */
const RECORDS = {
  orders: 'Order',
  product_orders: 'Product order',
  wallet_adds: 'Wallet add',
  withdrawals: 'Withdrawal',
  hand_overs: 'Hand-over',
} as const

/** What a sentence says before the amount and after it. */
const SENTENCES = {
  user_wallet: ["moved its customer''s wallet by", ''],
  earn_wallet: ["moved its customer''s earn wallet by", ''],
  admin_wallet: ["moved its admin''s wallet by", ''],
  earn_hold: ['has', ' in the hold'],
  orders_held: ['has', ' in orders held'],
  in_transit: ['has', ' in transit'],
} as const

/** Per record of a table: what it moved on one kind of account is what its status says (`expected`, SQL). */
export const expectMoved = (table: keyof typeof RECORDS, kind: keyof typeof SENTENCES, expected: string) => {
  const [verb, where] = SENTENCES[kind]
  const isHandOver = table === 'hand_overs'
  const account = isHandOver ? adminWalletOf('r.owner_id') : walletOf(kind === 'orders_held' ? 'user_wallet' : kind, 'r.user_id')
  // The store's own accounts have no owner.
  const isStores = kind === 'orders_held' || kind === 'in_transit'
  const owner = isStores ? '' : `and ${isHandOver ? 'm.admin_id = r.owner_id' : 'm.user_id = r.user_id'}`
  return `
  select format('${RECORDS[table]} %s is %s and ${verb} %s tk${where} instead of %s tk', r.id, r.status,
    ${amount('coalesce(m.net, 0)')}, ${amount(expected)}), ${account}
  from ${table} r
  left join (${moved(table.slice(0, -1), kind)}) as m on m.source_id = r.id ${owner}
  where coalesce(m.net, 0) <> ${expected}
  order by r.id`
}

/** SQL of what an order has in orders held. */
export const OPEN_ORDER = "case when r.status in ('pending', 'in_progress') then r.amount else 0 end"
