/** One rule of the books: `sql` answers a sentence per broken row, and the account to freeze for it where there is one. */
export interface Rule {
  readonly name: string
  /** The rule in words, as the reconcile light shows it. */
  readonly about: string
  /** Selects (sentence text, account_id bigint); one statement, so that work in progress is never half seen. */
  readonly sql: string
  /** A break stops all money, not one account. */
  readonly stops?: true
}

/** SQL of an amount as a sentence shows it. */
export const amount = (column: string) => `trim_scale(${column}::numeric)`

/** What each record of a source moved on one kind of account, as that balance sees it, by record and owner. */
export const moved = (source: string, kind: string) => `
  select e.source_id, a.user_id, a.admin_id, sum(a.side * e.amount) as net
  from entries e
  join accounts a on a.id = e.account_id and a.kind = '${kind}'
  where e.source = '${source}'
  group by e.source_id, a.user_id, a.admin_id`

/** SQL of the account of a customer, of an admin. */
export const walletOf = (kind: string, owner: string) => `(select id from accounts where kind = '${kind}' and user_id = ${owner})`
export const adminWalletOf = (owner: string) => `(select id from accounts where admin_id = ${owner})`

interface Expectation {
  /** 'Order', as the sentence begins. */
  record: string
  table: string
  source: string
  kind: string
  /** 'moved its customer''s wallet by', 'has'. */
  verb: string
  /** After the amount, as ' in orders held'. */
  where?: string
  expected: string
  /** Joins the record to the account's owner; the store's own accounts have none. */
  owner?: string
  account: string
}

/** Per record: what it moved on one kind of account is what its status says. */
export const expectMoved = ({ record, table, source, kind, verb, where = '', expected, owner, account }: Expectation) => `
  select format('${record} %s is %s and ${verb} %s tk${where} instead of %s tk', r.id, r.status,
    ${amount('coalesce(m.net, 0)')}, ${amount(expected)}), ${account}
  from ${table} r
  left join (${moved(source, kind)}) as m on m.source_id = r.id ${owner ? `and ${owner}` : ''}
  where coalesce(m.net, 0) <> ${expected}
  order by r.id`

/** SQL of what an order has in orders held. */
export const OPEN_ORDER = "case when r.status in ('pending', 'in_progress') then r.amount else 0 end"
