import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ByHand, CASH_DAYS, type Answers as Given, RUNS_OUT_DAYS, WEEK_DAYS, WEEKS_BEFORE } from '#contract/answers.ts'
import { type AuditTopic, SELF_APPROVED } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import { BACKUP_WITHIN_DAYS } from '#contract/limits.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { serverNow } from '../calls/clock.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { today } from '../lists/filters/days.ts'
import { ReadError } from '../ui/states.tsx'
import { formatDay } from '../ui/text/day.ts'
import { disambiguatedName } from '../ui/text/disambiguated-name.ts'
import { howLong } from '../ui/text/how-long.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import { sumTk } from '../ui/text/tk.ts'
import classes from './dashboard.module.css'

/** More are only counted: the list has all. */
const NAMED = 3

/** Sums and ages may be a minute old, and what runs out does so over days. */
const useAnswers = () => useData(dashboard.answers, {}, { refetchInterval: useLivePoll(60_000) })

/** What an owner asks each day, in sentences that lead to their lists. What needs no answer is left out. */
export function Answers({ isOwn }: { isOwn: boolean }) {
  const t = useT()
  const query = useAnswers()
  const { cash, changes, codes, payment_phones: phones, stock, backup } = query.data ?? {}
  if (query.error && !query.data) return <ReadError query={query} />
  return (
    <section aria-labelledby="answers" className={classes.panel} aria-busy={!query.data}>
      <Title order={2} id="answers">
        {t('At a glance')}
      </Title>
      <ul className={classes.answers}>
        <Earned isOwn={isOwn} />
        {entriesOf(WAITING).map(([what, waiting]) => (
          <Waits key={what} pending={query.data?.[what]} {...waiting} />
        ))}
        {phones && phones.length > 0 && (
          <Sentence
            to="/payments"
            text={t('Payment phones are silent')}
            parts={phones.map(({ id, name, last_at, usual }) => ({
              key: id,
              to: '/payments',
              search: { phone_id: id },
              text: t('{{name}}: nothing for {{time}}, usually {{count}} messages', {
                name,
                time: howLong((serverNow() - Date.parse(last_at)) / 60_000, t),
                count: usual,
              }),
            }))}
          />
        )}
        {backup && backup.days >= BACKUP_WITHIN_DAYS && (
          <Sentence to="/test" text={t('No backup for {{count}} days', { count: backup.days })}>
            {t('On the server: {{command}}', { command: 'npm run backup -- /backups/shop.topdeck' })}
          </Sentence>
        )}
        {cash && cash.length > 0 && <Cash cash={cash} />}
        {changes?.map((one) => (
          <Changed key={one.what} changes={one} />
        ))}
        {codes && codes.length > 0 && (
          <Sentence
            to="/upins"
            text={t('Codes of {{count}} packages run out within {{days}} days', { count: codes.length, days: RUNS_OUT_DAYS })}
            parts={codes.map(({ id, product_name, name, days_left, left }) => ({
              key: id,
              to: '/upins',
              search: { package: id },
              text: t('{{name}}: {{left}} left, {{time}}', { name: `${product_name} ${name}`, left, time: daysOf(days_left, t) }),
            }))}
          />
        )}
        {stock && stock.length > 0 && (
          <Sentence
            to="/topup-product"
            text={t('Stock of {{count}} products runs out within {{days}} days', { count: stock.length, days: RUNS_OUT_DAYS })}
            parts={stock.map(({ id, name, left, days_left }) => ({
              key: id,
              to: '/topup-product',
              search: {},
              text: t('{{name}}: {{left}} left, {{time}}', { name, left: formatTk(left), time: daysOf(days_left, t) }),
            }))}
          />
        )}
      </ul>
    </section>
  )
}

const daysOf = (days: number, t: T) =>
  days === 0 ? t('less than a day') : t(days === 1 ? '{{count}} day' : '{{count}} days', { count: days })

/** Today beside yesterday until this hour. A sub-admin's figures are of the orders that they completed. */
function Earned({ isOwn }: { isOwn: boolean }) {
  const t = useT()
  const day = { from: today(), to: today() }
  const { now, before } = useData(dashboard.figures, day, { refetchInterval: useLivePoll(), keepPrevious: true }).data ?? {}
  if (typeof now?.profit !== 'number' || typeof now.amount !== 'number' || typeof before?.profit !== 'number') return null
  const percent = before.profit > 0 ? Math.trunc(((now.profit - before.profit) / before.profit) * 100) : 0
  const values = { profit: formatTk(now.profit), percent: Math.abs(percent) }
  const text = !percent
    ? t('{{profit}} earned so far today', values)
    : percent > 0
      ? t('{{profit}} earned so far today, {{percent}}% more than yesterday at this hour', values)
      : t('{{profit}} earned so far today, {{percent}}% less than yesterday at this hour', values)
  const margin = now.amount > 0 ? formatNumber(Math.round((now.profit / now.amount) * 1_000) / 10) : undefined
  const search = isOwn ? day : { status: 'completed', ...day, day_of: 'closed_at' }
  return (
    <Sentence to={isOwn ? '/shift' : '/order'} search={search} text={text}>
      {margin !== undefined && t('{{margin}}% of {{sold}} sold', { margin, sold: formatTk(now.amount) })}
    </Sentence>
  )
}

type Waiting = 'wallet_adds' | 'withdrawals' | 'hand_overs' | 'orders' | 'product_orders'

/** In this order: other people's money first. */
const WAITING: Readonly<Record<Waiting, { readonly to: Screen; readonly label: string }>> = {
  wallet_adds: { to: '/add-wallet', label: 'Wallet adds waiting: {{amount}}, oldest {{time}}' },
  withdrawals: { to: '/withdraw-earn-wallet', label: 'Withdrawals waiting: {{amount}}, oldest {{time}}' },
  hand_overs: { to: '/admin-wallet', label: 'Hand-overs waiting: {{amount}}, oldest {{time}}' },
  orders: { to: '/order', label: 'Orders waiting: {{amount}}, oldest {{time}}' },
  product_orders: { to: '/product-order', label: 'Product orders waiting: {{amount}}, oldest {{time}}' },
}

const entriesOf = <K extends string, V>(table: Readonly<Record<K, V>>) => Object.entries(table) as [K, V][]

interface WaitsProps {
  readonly pending: Given['orders'] | undefined
  readonly to: Screen
  readonly label: string
}

function Waits({ pending, to, label }: WaitsProps) {
  const t = useT()
  if (!pending || pending.oldest_s === null) return null
  const values = { amount: formatTk(pending.amount), time: howLong(pending.oldest_s / 60, t) }
  return <Sentence to={to} search={{ status: 'pending' }} text={t(label, values)} />
}

function Cash({ cash }: { cash: NonNullable<Given['cash']> }) {
  const t = useT()
  return (
    <Sentence
      to="/shift"
      text={t('Admins hold {{amount}} in cash', { amount: formatTk(sumTk(cash.map(({ amount }) => amount))) })}
      parts={cash.map((holder) => {
        const values = { name: disambiguatedName(holder, cash), amount: formatTk(holder.amount), days: CASH_DAYS }
        return {
          key: holder.admin_id,
          to: '/shift',
          search: { admin_id: holder.admin_id },
          text: holder.since
            ? t('{{name}}: {{amount}} since {{day}}', { ...values, day: formatDay(holder.since) })
            : t('{{name}}: {{amount}} for more than {{days}} days', values),
        }
      })}
    />
  )
}

/** In this order. */
const CHANGED: Readonly<Record<ByHand, string>> = {
  by_hand: 'Changed by hand in {{days}} days: {{count}}, before {{before}} a week',
  refunds: 'Refunds and corrections in {{days}} days: {{count}}, before {{before}} a week',
  self_approved: 'Self-approved in {{days}} days: {{count}}, before {{before}} a week',
}

const topicOf = (what: ByHand): { topic: AuditTopic } | { q: string } => (what === SELF_APPROVED ? { q: what } : { topic: what })

function Changed({ changes: { what, from, to, count, before, admins } }: { changes: NonNullable<Given['changes']>[number] }) {
  const t = useT()
  const search = { ...topicOf(what), from, to }
  const aWeek = String(Math.round((before / WEEKS_BEFORE) * 10) / 10)
  return (
    <Sentence
      to="/audit"
      search={search}
      text={t(CHANGED[what], { days: WEEK_DAYS, count: formatNumber(count), before: aWeek })}
      parts={admins.map((admin) => ({
        key: admin.admin_id,
        to: '/audit',
        search: { ...search, admin_id: admin.admin_id },
        text: `${disambiguatedName(admin, admins)}: ${formatNumber(admin.count)}`,
      }))}
    />
  )
}

interface Part {
  readonly key: number
  readonly to: Screen
  readonly search: object
  readonly text: string
}

type Screen =
  | '/order'
  | '/shift'
  | '/audit'
  | '/upins'
  | '/topup-product'
  | '/add-wallet'
  | '/payments'
  | '/withdraw-earn-wallet'
  | '/admin-wallet'
  | '/product-order'
  | '/test'

interface SentenceProps {
  readonly to: Screen
  readonly search?: object
  readonly text: string
  /** Whose, and how much of it is theirs. */
  readonly parts?: readonly Part[]
  readonly children?: ReactNode
}

function Sentence({ to, search = {}, text, parts = [], children }: SentenceProps) {
  const t = useT()
  const can = useCan()
  const opens = to !== '/order' || can('orders_view')
  return (
    <li>
      {opens ? (
        <Link to={to} search={search as never} className={classes.figureLink}>
          {text}
        </Link>
      ) : (
        text
      )}
      {(parts.length > 0 || children) && (
        <small>
          {children}
          {parts.slice(0, NAMED).map((part) => (
            <Link key={part.key} to={part.to} search={part.search as never} className={classes.figureLink}>
              {part.text}
            </Link>
          ))}
          {parts.length > NAMED && <span>{t('and {{count}} more', { count: parts.length - NAMED })}</span>}
        </small>
      )}
    </li>
  )
}
