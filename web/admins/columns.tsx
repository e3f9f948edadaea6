import { Link } from '@tanstack/react-router'
import type { AdminRow } from '#contract/admins.ts'
import { formatTk } from '#contract/money.ts'
import { actionClass } from '../forms/crud/RowActions.tsx'
import { AdminStatementLink } from '../lists/cells/AdminStatementLink.tsx'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import classes from './admins.module.css'
import type { AdminActions } from './use-admin-actions.ts'

export const adminColumns = (own: number | undefined, actions: AdminActions): Column<AdminRow>[] => [
  column('id', 'ID', {
    widthPx: 76,
    sorts: true,
    show: ({ id }) => <CopyText text={String(id)} message={t('Copied Admin ID:: {{id}}', { id })} />,
  }),
  column('first_name', 'Name', {
    widthPx: 170,
    sorts: true,
    show: (admin) => <AdminStatementLink id={admin.id} name={nameOf(admin)} opens />,
  }),
  column('username', 'Username', { widthPx: 130, sorts: true, show: ({ username }) => <Words text={username} /> }),
  column('role', 'Role', { widthPx: 120, show: ({ role }) => t(role === 'super' ? 'Super admin' : 'Sub-admin') }),
  column('granted', 'Access', { widthPx: 190, show: (admin) => <Grants admin={admin} /> }),
  column('wallet', 'Wallet', { widthPx: 110, isNumber: true, sorts: true, show: ({ wallet }) => <b>{formatTk(wallet)}</b> }),
  column('email', 'Email', { widthPx: 220, sorts: true, show: ({ email }) => <Words text={email} /> }),
  column('phone', 'Phone', {
    widthPx: 160,
    show: ({ phone }) => <CopyText text={phone} message={t('Copied Phone:: {{phone}}', { phone })} />,
  }),
  column('last_seen_at', 'Last seen', {
    widthPx: 130,
    show: ({ last_seen_at }) => (last_seen_at ? <When instant={last_seen_at} /> : <Nothing />),
  }),
  column('created_at', 'Created', { widthPx: 112, sorts: true, show: ({ created_at }) => <When instant={created_at} /> }),
  column('action', 'Action', {
    widthPx: 436,
    isAction: true,
    show: (admin) => (admin.id === own ? <Own admin={admin} /> : <Actions admin={admin} {...actions} />),
  }),
]

/** Summary of the grants: tasks above, order scope below. */
const Grants = ({ admin }: { admin: AdminRow }) => {
  const { role, auth_count, package_count, product_count, must_change_password } = admin
  const due = must_change_password && <Words text={t('Must choose a password')} />
  if (role === 'super') return due || <Words text={t('Everything')} />
  return (
    <>
      {due}
      <Words text={t('Auths: {{count}}', { count: auth_count })} />
      <Words text={t('Products: {{products}}, packages: {{packages}}', { products: product_count, packages: package_count })} />
    </>
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

const Actions = ({ admin, changeRole, resetPassword, resetSecondFactor, remove }: AdminActions & { admin: AdminRow }) => {
  const params = { id: String(admin.id) }
  const name = nameOf(admin)
  const isPromotion = admin.role === 'sub'
  return (
    <span className={classes.actions}>
      <EditLink admin={admin} />
      <Link
        className={actionClass}
        to="/manage-auth-permission/$id"
        params={params}
        aria-label={t('Manage Auth Permission of {{name}}', { name })}
      >
        {t('Manage Auth Permission')}
      </Link>
      <Link
        className={actionClass}
        to="/manage-order-permission/$id"
        params={params}
        aria-label={t('Manage Order Permission of {{name}}', { name })}
      >
        {t('Manage Order Permission')}
      </Link>
      <button
        type="button"
        className={actionClass}
        aria-label={t(isPromotion ? 'Make super admin: {{name}}' : 'Make sub-admin: {{name}}', { name })}
        onClick={(event) => void changeRole(admin, event.currentTarget)}
      >
        {t(isPromotion ? 'Make super admin' : 'Make sub-admin')}
      </button>
      <button
        type="button"
        className={actionClass}
        aria-label={t('Reset password of {{name}}', { name })}
        onClick={(event) => void resetPassword(admin, event.currentTarget)}
      >
        {t('Reset password')}
      </button>
      {admin.has_second_factor && (
        <button
          type="button"
          className={actionClass}
          aria-label={t('Reset second factor of {{name}}', { name })}
          onClick={(event) => void resetSecondFactor(admin, event.currentTarget)}
        >
          {t('Reset second factor')}
        </button>
      )}
      <button
        type="button"
        className={actionClass}
        data-destroys
        aria-label={t('Delete {{name}}', { name })}
        onClick={(event) => void remove(admin, event.currentTarget)}
      >
        {t('Delete')}
      </button>
    </span>
  )
}
