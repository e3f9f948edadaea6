import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AdminRow } from '#contract/admins.ts'
import { formatTk } from '#contract/money.ts'
import { may, ROLE_NAMES } from '#contract/roles.ts'
import { actionClass } from '../forms/crud/RowActions.tsx'
import { CopyText, copiedIdColumn } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { AdminStatementLink } from '../lists/cells/StatementLink.tsx'
import { createdColumn, When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import classes from './admins.module.css'
import type { AdminActions } from './use-admin-actions.ts'

export const adminColumns = (own: number | undefined, actions: AdminActions): Column<AdminRow>[] => [
  copiedIdColumn(60, (id) => t('Copied Admin ID:: {{id}}', { id })),
  column('first_name', 'Name', {
    card: 'title',
    widthPx: 124,
    sorts: true,
    show: (admin) => <AdminStatementLink id={admin.id} name={nameOf(admin)} opens />,
  }),
  column('username', 'Username', { widthPx: 98, sorts: true, show: ({ username }) => <Words text={username} /> }),
  column('role', 'Role', {
    card: 'side',
    widthPx: 104,
    textOf: (admin) => roleWords(admin).join(', '),
    show: (admin) => roleWords(admin).map((words) => <Words key={words} text={words} />),
  }),
  column('granted', 'Access', { card: 'main', widthPx: 268, show: (admin) => <Grants admin={admin} /> }),
  column('wallet', 'Wallet', {
    card: 'value',
    widthPx: 116,
    isNumber: true,
    sorts: true,
    show: ({ wallet }) => <b>{formatTk(wallet)}</b>,
  }),
  column('email', 'Email', { widthPx: 224, sorts: true, show: ({ email }) => <Words text={email} /> }),
  column('phone', 'Phone', {
    card: 'extra',
    widthPx: 160,
    show: ({ phone }) => <CopyText text={phone} message={t('Copied Phone:: {{phone}}', { phone })} />,
  }),
  column('last_seen_at', 'Last seen', {
    card: 'when',
    widthPx: 130,
    show: ({ last_seen_at }) => (last_seen_at ? <When instant={last_seen_at} /> : <Nothing />),
  }),
  createdColumn(112),
  column('action', 'Action', {
    card: 'action',
    widthPx: 140,
    isAction: true,
    show: (admin) => (admin.id === own ? <Own admin={admin} /> : <Actions admin={admin} {...actions} />),
  }),
]

/** The role, and below it that a one-time password waits to be replaced. */
const roleWords = ({ role, must_change_password }: AdminRow) => [
  t(ROLE_NAMES[role]),
  ...(must_change_password ? [t('Password due')] : []),
]

/** What an admin may do: tasks above, order scope below, each a way to change it. */
const Grants = ({ admin }: { admin: AdminRow }) => {
  const { role, auth_count, package_count, product_count } = admin
  if (may({ role }, 'hold_all_modules')) return <Words text={t('Everything')} />
  const [name, params] = [nameOf(admin), { id: String(admin.id) }]
  const auths = t('Auths: {{count}}', { count: auth_count })
  const [scoped, count] =
    package_count > 0 || product_count === 0 ? ['Packages: {{count}}', package_count] : ['Products: {{count}}', product_count]
  const scope = t(scoped, { count })
  return (
    <span className={classes.grants}>
      <span>
        <Link to="/manage-auth-permission/$id" params={params} aria-label={t('Manage Auth Permission of {{name}}', { name })}>
          {t('Manage Auth Permission')}
        </Link>
        {auths}
      </span>
      <span>
        <Link to="/manage-order-permission/$id" params={params} aria-label={t('Manage Order Permission of {{name}}', { name })}>
          {t('Manage Order Permission')}
        </Link>
        {scope}
      </span>
    </span>
  )
}

/** On their own row, an admin can only edit their details. */
const Own = ({ admin }: { admin: AdminRow }) => (
  <span className={classes.actions}>
    <EditLink admin={admin} />
    <Words text={t('This is you')} />
  </span>
)

const EditLink = ({ admin }: { admin: AdminRow }) => (
  <Link
    className={actionClass}
    to="/admin/edit/$id"
    params={{ id: String(admin.id) }}
    aria-label={t('Edit {{name}}', { name: nameOf(admin) })}
  >
    {t('Edit')}
  </Link>
)

const Actions = ({ admin, ...actions }: AdminActions & { admin: AdminRow }) => {
  const name = nameOf(admin)
  return (
    <span className={classes.actions}>
      <EditLink admin={admin} />
      <MenuButton name="More actions" label={t('More actions for {{name}}', { name })} Icon={IconDots} isNarrow>
        {(close) => <Menu admin={admin} actions={actions} close={close} />}
      </MenuButton>
    </span>
  )
}

interface MenuProps {
  readonly admin: AdminRow
  readonly actions: AdminActions
  readonly close: () => void
}

const Menu = ({ admin, actions, close }: MenuProps) => {
  const act = (action: (admin: AdminRow) => Promise<void>) => () => {
    close()
    void action(admin)
  }
  return (
    <span className={classes.menu}>
      <button type="button" className={actionClass} onClick={act(actions.changeRole)}>
        {t(admin.role === 'sub' ? 'Make super admin' : 'Make sub-admin')}
      </button>
      <button type="button" className={actionClass} onClick={act(actions.resetPassword)}>
        {t('Reset password')}
      </button>
      {admin.has_second_factor && (
        <button type="button" className={actionClass} onClick={act(actions.resetSecondFactor)}>
          {t('Reset second factor')}
        </button>
      )}
      <button type="button" className={actionClass} data-destroys onClick={act(actions.remove)}>
        {t('Delete')}
      </button>
    </span>
  )
}
