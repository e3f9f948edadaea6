import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, use } from 'react'
import type { MoneyFlag } from '#contract/money-rows.ts'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { LeaveContext } from '../ui/dialogs/Dialog.tsx'
import { opensHere } from '../ui/opens-here.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './money.module.css'

const LABELS: Readonly<Record<MoneyFlag['kind'], string>> = {
  amount_differs: 'Amount differs: {{record}}',
  same_trx_id: 'TrxID seen before: {{record}}',
  similar_trx_id: 'Similar TrxID: {{record}}',
  trx_id_of_another_day: 'TrxID looks like one of another day',
  same_number_and_amount: 'Same number and amount: {{record}}',
  wallet_edited_then_spent: 'Wallet edited, then spent: {{record}}',
  edited_by_admin: 'Edited by an admin',
}

/** Of the row itself. */
const OWN: readonly MoneyFlag['kind'][] = ['edited_by_admin', 'trx_id_of_another_day']

/** Warnings, never a block. Each links to the other record and leaves the dialog; edits by staff are in the timeline. */
export function Flags({ flags }: { flags: readonly MoneyFlag[] }) {
  const t = useT()
  const leave = use(LeaveContext)
  const navigate = useNavigate()
  const follow = async (event: MouseEvent, place: ReturnType<typeof placeOf>) => {
    if (!leave || !opensHere(event)) return
    event.preventDefault()
    if (await leave()) await navigate(place)
  }
  if (flags.length === 0) return <Nothing />
  return (
    <ul className={classes.flags}>
      {flags.map(({ kind, subject, id, is_completed }) => (
        <li key={`${kind} ${subject} ${id}`}>
          {OWN.includes(kind) ? (
            <span className={classes.flag}>{t(LABELS[kind])}</span>
          ) : (
            <Link
              {...placeOf(subject, id)}
              className={classes.flag}
              title={is_completed ? `#${id} (completed)` : undefined}
              onClick={(event) => void follow(event, placeOf(subject, id))}
            >
              {t(LABELS[kind], { record: `#${id}` })}
              {is_completed && <span className={classes.completed}> (completed)</span>}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function placeOf(subject: MoneyFlag['subject'], id: number) {
  if (subject === 'order') return { to: '/order', search: { status: 'all', order_id: String(id) } } as const
  if (subject === 'payment') return { to: '/payments', search: { payment: String(id) } } as const
  return { to: subject === 'withdrawal' ? '/withdraw-earn-wallet' : '/add-wallet', search: { q: `#${id}` } } as const
}
