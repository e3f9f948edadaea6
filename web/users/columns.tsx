import { Link } from '@tanstack/react-router'
import { formatNumber, formatTk } from '#contract/money.ts'
import type { UserRow } from '#contract/users.ts'
import { actionClass, RowButton } from '../forms/crud/RowActions.tsx'
import { CopyText, copiedIdColumn } from '../lists/cells/CopyText.tsx'
import { CustomerLink } from '../lists/cells/CustomerLink.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { Flags } from '../money/Flags.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import classes from './users.module.css'

interface UserActions {
  /** Shows order counts to admins who may see orders. */
  readonly counts: boolean
  readonly edits: boolean
  readonly adjusts: boolean
  /** Undefined for admins who may not delete. */
  readonly onDelete: ((user: UserRow) => void) | undefined
}

export const userColumns = (actions: UserActions): Column<UserRow>[] => [
  copiedIdColumn(68, (id) => t('Copied User ID:: {{id}}', { id })),
  column('username', 'Username', {
    card: 'title',
    widthPx: 160,
    sorts: true,
    show: ({ id, username }) => <CustomerLink id={id} name={username} opens />,
  }),
  column('phone', 'Phone', {
    card: 'main',
    widthPx: 138,
    show: ({ phone }) => <CopyText text={phone} message={t('Copied Phone:: {{phone}}', { phone })} />,
  }),
  column('wallet', 'Wallet', {
    card: 'value',
    widthPx: 98,
    isNumber: true,
    sorts: true,
    show: ({ wallet }) => <b>{formatTk(wallet)}</b>,
  }),
  column('earn_wallet', 'Earn wallet', {
    widthPx: 100,
    isNumber: true,
    sorts: true,
    show: ({ earn_wallet }) => formatTk(earn_wallet),
  }),
  ...(actions.counts
    ? [
        column<UserRow>('today_order', 'Today order', {
          widthPx: 76,
          isNumber: true,
          sorts: true,
          show: ({ today_order }) => formatNumber(today_order),
        }),
        column<UserRow>('total_order', 'Total order', {
          card: 'fact',
          widthPx: 76,
          isNumber: true,
          sorts: true,
          show: ({ total_order }) => formatNumber(total_order),
        }),
      ]
    : []),
  column('name', 'Name', { widthPx: 156, show: (user) => <Words text={nameOf(user)} /> }),
  column('email', 'Email', { widthPx: 190, show: ({ email }) => <Words text={email} /> }),
  column('tags', 'Tags', { widthPx: 160, show: ({ tags }) => <Words text={tags.join(', ')} /> }),
  column('account_status', 'Status', {
    card: 'side',
    widthPx: 110,
    textOf: ({ is_banned, account_status }) => (is_banned === 1 ? t('Banned') : account_status),
    show: (user) => <AccountStatus user={user} />,
  }),
  column('is_phone_verify', 'Is Verified', {
    widthPx: 90,
    show: ({ is_phone_verify }) => t(is_phone_verify === 1 ? 'Yes' : 'No'),
  }),
  column('scores', 'Scores', { widthPx: 80, isNumber: true, show: ({ scores }) => formatNumber(scores) }),
  column('provider', 'Provider', { widthPx: 100, show: ({ provider }) => <Words text={provider} /> }),
  column('flags', 'Flags', {
    card: 'state',
    widthPx: 200,
    textOf: ({ id, flags }) => (flags.length > 0 ? String(id) : ''),
    show: ({ flags }) => <Flags flags={flags} />,
  }),
  createdColumn(112),
  ...(actions.edits || actions.adjusts || actions.onDelete
    ? [
        column<UserRow>('action', 'Action', {
          card: 'action',
          widthPx: 264,
          isAction: true,
          show: (user) => <Actions user={user} {...actions} />,
        }),
      ]
    : []),
]

const AccountStatus = ({ user: { is_banned, account_status } }: { user: UserRow }) => {
  if (is_banned === 1) return <StatusBadge status={t('Banned')} />
  return account_status === '' ? <Nothing /> : <StatusBadge status={account_status} />
}

const Actions = ({ user, edits, adjusts, onDelete }: UserActions & { user: UserRow }) => {
  const params = { id: String(user.id) }
  const name = user.username
  return (
    <span className={classes.actions}>
      {edits && (
        <Link className={actionClass} to="/user/edit/$id" params={params} aria-label={t('Edit {{name}}', { name })}>
          {t('Edit')}
        </Link>
      )}
      {adjusts && (
        <Link
          className={actionClass}
          to="/user/earn-wallet/edit/$id"
          params={params}
          aria-label={t('Earn Wallet {{name}}', { name })}
        >
          {t('Earn Wallet')}
        </Link>
      )}
      {onDelete && (
        <RowButton destroys label={t('Delete {{name}}', { name })} onClick={() => onDelete(user)}>
          {t('Delete')}
        </RowButton>
      )}
    </span>
  )
}
