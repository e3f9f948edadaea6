import { Link } from '@tanstack/react-router'
import { formatTk } from '#contract/money.ts'
import type { UserDrawer } from '#contract/users.ts'
import { useCan } from '../calls/session.ts'
import { actionClass } from '../forms/crud/RowActions.tsx'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Picture } from '../lists/cells/Picture.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { When } from '../lists/cells/When.tsx'
import { Flags } from '../money/Flags.tsx'
import { isOwnImage } from '../ui/image-address.ts'
import { Summary } from '../ui/Summary.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import classes from './customer.module.css'

export function CustomerFacts({ drawer: { user, wallets } }: { drawer: UserDrawer }) {
  const translate = useT()
  const can = useCan()
  const params = { id: String(user.id) }
  const name = nameOf(user) || user.username
  return (
    <>
      <p className={classes.person}>
        <Picture image={isOwnImage(user.avatar) ? user.avatar : ''} name={name} />
        <b>{name}</b>
      </p>
      <ul className={classes.wallets} aria-label={translate('Wallets')}>
        <li>
          <small>{translate('Wallet')}</small>
          <b>{formatTk(wallets.wallet)}</b>
        </li>
        <li>
          <small>{translate('Earn wallet')}</small>
          <b>{formatTk(wallets.earn_wallet)}</b>
        </li>
        <li>
          <small>{translate('Pending withdrawals')}</small>
          <b>{formatTk(wallets.earn_hold)}</b>
        </li>
      </ul>
      <Summary
        facts={[
          ['Phone', <CopyText key="phone" text={user.phone} message={t('Copied Phone:: {{phone}}', { phone: user.phone })} />],
          ['Email', <CopyText key="email" text={user.email} message={t('Copied Email:: {{email}}', { email: user.email })} />],
          ...(can('orders_view')
            ? [
                [
                  'Orders',
                  t('{{today}} today, {{total}} in total', { today: user.today_order, total: user.total_order }),
                ] as const,
              ]
            : []),
          ['Created', <When key="created_at" instant={user.created_at} />],
          ...(user.is_banned === 1 ? [['Status', <StatusBadge key="banned" status={translate('Banned')} />] as const] : []),
          ...(user.flags.length > 0 ? [['Flags', <Flags key="flags" flags={user.flags} />] as const] : []),
        ]}
      />
      <div className={classes.links}>
        {can('users_edit') && (
          <Link className={actionClass} to="/user/edit/$id" params={params}>
            {translate('Edit')}
          </Link>
        )}
        {can('users_earn_wallet') && (
          <Link className={actionClass} to="/user/earn-wallet/edit/$id" params={params}>
            {translate('Earn Wallet')}
          </Link>
        )}
        {can('orders_view') && (
          <Link className={actionClass} to="/order" search={{ status: 'all', user_id: String(user.id) }}>
            {translate('All orders')}
          </Link>
        )}
        {can('wallet_adds_view') && (
          <Link className={actionClass} to="/add-wallet" search={{ user_id: String(user.id) }}>
            {translate('All wallet adds')}
          </Link>
        )}
        {can('withdrawals_view') && (
          <Link className={actionClass} to="/withdraw-earn-wallet" search={{ user_id: String(user.id) }}>
            {translate('All withdrawals')}
          </Link>
        )}
      </div>
    </>
  )
}
