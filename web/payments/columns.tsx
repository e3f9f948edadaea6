import { Link } from '@tanstack/react-router'
import { formatTk } from '#contract/money.ts'
import type { PaymentRow, PaymentState } from '#contract/payment-rows.ts'
import { CopyText, copiedIdColumn } from '../lists/cells/CopyText.tsx'
import cells from '../lists/cells/cells.module.css'
import links from '../lists/cells/links.module.css'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { TrxId } from '../money/columns.tsx'
import money from '../money/money.module.css'
import { openHere } from '../ui/opens-here.ts'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import classes from './payments.module.css'
import { CHAINS, FLAGS, STATES } from './words.ts'

/** `mayMatch`: the drawer of a waiting payment ties it to its wallet add. */
export const paymentColumns = (mayMatch: boolean, onOpen: (id: number) => void): Column<PaymentRow>[] => [
  copiedIdColumn(60, (id) => t('Copied Payment ID:: {{id}}', { id })),
  column('amount', 'Amount', {
    widthPx: 100,
    isNumber: true,
    card: 'value',
    show: ({ amount }) => (amount === null ? <Nothing /> : <b>{formatTk(amount)}</b>),
  }),
  column('state', 'State', {
    widthPx: 110,
    card: 'side',
    textOf: ({ state }) => t(STATES[state]),
    show: ({ state }) => <StateBadge state={state} />,
  }),
  column('payer', 'Payer', {
    widthPx: 122,
    card: 'main',
    show: ({ payer }) => <CopyText text={payer} message={t('Copied Payer:: {{payer}}', { payer })} />,
  }),
  column('trx_id', 'TrxID', { widthPx: 114, card: 'extra', show: ({ trx_id }) => <TrxId trx_id={trx_id} /> }),
  column('payment_method', 'Payment method', {
    widthPx: 86,
    textOf: ({ payment_method }) => payment_method?.name ?? '',
    show: ({ payment_method }) => <Words text={payment_method?.name ?? ''} />,
  }),
  column('phone', 'Phone', { widthPx: 100, show: ({ phone }) => <Words text={phone} /> }),
  column('paid_at', 'Received', { widthPx: 96, card: 'when', show: ({ paid_at }) => <When instant={paid_at} /> }),
  column('wallet_add', 'Wallet add', { widthPx: 160, card: 'title', show: (row) => <WalletAdd row={row} /> }),
  column('flags', 'Flags', {
    widthPx: 110,
    card: 'state',
    textOf: ({ id, flags, chain }) => (flags.length > 0 || chain ? String(id) : ''),
    show: (row) => <Flags row={row} />,
  }),
  column('action', 'Action', {
    widthPx: 78,
    isAction: true,
    card: 'action',
    show: (row) => <Open row={row} mayMatch={mayMatch} onOpen={onOpen} />,
  }),
]

const COLOURS: Readonly<Record<PaymentState, 'green' | 'red' | 'yellow' | 'gray'>> = {
  matched: 'green',
  waiting: 'gray',
  differs: 'yellow',
  unread: 'yellow',
  conflict: 'red',
  ignored: 'gray',
}

export const StateBadge = ({ state }: { state: PaymentState }) => (
  <span className={cells.badge} data-colour={COLOURS[state]}>
    {t(STATES[state])}
  </span>
)

/** The wallet add, and what it asked for where that is not what was paid. */
export function WalletAdd({ row: { wallet_add_id, wallet_add, state } }: { row: PaymentRow }) {
  if (wallet_add_id === null || wallet_add === null) return <Nothing />
  return (
    <span className={classes.walletAdd} title={wallet_add.username}>
      <Link className={links.record} to="/add-wallet" search={{ q: `#${wallet_add_id}` } as never}>
        #{wallet_add_id}
      </Link>{' '}
      {wallet_add.username}
      {state === 'differs' && <small>{t('asks for {{amount}}', { amount: formatTk(wallet_add.amount) })}</small>}
    </span>
  )
}

/** Why a person looks at it, in words. */
export function Flags({ row: { flags, chain } }: { row: Pick<PaymentRow, 'flags' | 'chain'> }) {
  const words = [
    ...(chain !== null && chain !== 'first' && chain !== 'linked' ? [CHAINS[chain]] : []),
    ...flags.map((flag) => FLAGS[flag]),
  ]
  if (words.length === 0) return <Nothing />
  return (
    <ul className={money.flags}>
      {words.map((word) => (
        <li key={word}>
          <span className={money.flag}>{t(word)}</span>
        </li>
      ))}
    </ul>
  )
}

interface OpenProps {
  readonly row: PaymentRow
  readonly mayMatch: boolean
  readonly onOpen: (id: number) => void
}

const Open = ({ row: { id, state }, mayMatch, onOpen }: OpenProps) => {
  const isMatch = mayMatch && state === 'waiting'
  return (
    <a
      className={money.action}
      href={`?payment=${id}`}
      aria-label={t(isMatch ? 'Match payment {{id}}' : 'Open payment {{id}}', { id })}
      onClick={(event) => openHere(event, () => onOpen(id))}
    >
      {t(isMatch ? 'Match' : 'Open')}
    </a>
  )
}
