import { Link, type LinkProps } from '@tanstack/react-router'
import type { ModuleKey } from '#contract/access.ts'
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
  const name = nameOf(user) || user.username
  return (
    <>
      <p className={classes.person}>
        <Picture image={isOwnImage(user.avatar) ? user.avatar : ''} name={name} />
        <b>{name}</b>
      </p>
      <ul className={classes.wallets} aria-label={translate('Wallets')}>
        {[
          { label: 'Wallet', amount: wallets.wallet },
          { label: 'Earn wallet', amount: wallets.earn_wallet },
          { label: 'Pending withdrawals', amount: wallets.earn_hold },
        ].map(({ label, amount }) => (
          <li key={label}>
            <small>{translate(label)}</small>
            <b>{formatTk(amount)}</b>
          </li>
        ))}
      </ul>
      <div className={classes.facts}>
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
      </div>
      <div className={classes.links}>
        {linksOf(String(user.id)).map(
          ({ module, label, ...address }) =>
            can(module) && (
              <Link key={label} className={actionClass} {...address}>
                {translate(label)}
              </Link>
            ),
        )}
      </div>
    </>
  )
}

const linksOf = (id: string): readonly (Pick<LinkProps, 'to' | 'params' | 'search'> & { module: ModuleKey; label: string })[] => [
  { module: 'users_edit', label: 'Edit', to: '/user/edit/$id', params: { id } },
  { module: 'users_earn_wallet', label: 'Earn Wallet', to: '/user/earn-wallet/edit/$id', params: { id } },
  { module: 'orders_view', label: 'All orders', to: '/order', search: { status: 'all', user_id: id } },
  { module: 'wallet_adds_view', label: 'All wallet adds', to: '/add-wallet', search: { user_id: id } },
  { module: 'withdrawals_view', label: 'All withdrawals', to: '/withdraw-earn-wallet', search: { user_id: id } },
]
