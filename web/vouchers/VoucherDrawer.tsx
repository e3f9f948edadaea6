import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { type Revealed, type VoucherRow, vouchers } from '#contract/vouchers.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useCan, useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { RevealedCode } from '../desk/RevealedCode.tsx'
import { Lines, NewestOnly } from '../desk/timeline/Lines.tsx'
import { useReveal } from '../desk/use-reveal.ts'
import { actionClass } from '../forms/crud/RowActions.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { LastRead, SideDrawer } from '../ui/dialogs/SideDrawer.tsx'
import { useFocusOnceClosed } from '../ui/focus/lost-focus.ts'
import { Summary } from '../ui/Summary.tsx'
import { formatDay } from '../ui/text/day.ts'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { OrderLink } from './columns.tsx'
import { describeLifeEvent } from './describe-life-event.ts'
import { usePackages } from './PackageChooser.tsx'
import { SetBack } from './SetBack.tsx'
import { VoucherBadge } from './VoucherBadge.tsx'
import classes from './vouchers.module.css'

/** A code and its history, beside the list; closed without an id. */
export function VoucherDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <SideDrawer opened={id !== undefined} onClose={onClose} size="32rem" title={t('Voucher {{id}}', { id: id ?? '' })}>
      {id !== undefined && <Opened key={id} id={id} />}
    </SideDrawer>
  )
}

function Opened({ id }: { id: number }) {
  const query = useData(vouchers.life, { id }, { refetchInterval: useLivePoll() })
  useLiveRefetch('vouchers', [vouchers.life.path])
  return <LastRead query={query}>{(read) => <Life {...read} />}</LastRead>
}

function Life({ voucher, life, has_more }: Output<typeof vouchers.life>) {
  const t = useT()
  const can = useCan()
  const mayCorrect = useMay('correct')
  const packages = usePackages()
  const nameOf = (id: number) => packages?.find((item) => item.id === id)?.name ?? `#${id}`
  const { id, user_id, User, expires_on, is_expired, batch } = voucher
  return (
    <Stack gap="md">
      {/* Another admin may have replaced the shown code. */}
      <Code key={`code ${voucher.version}`} voucher={voucher} mayRead={can('vouchers_reveal') && voucher.deleted_at === null} />
      <Summary
        facts={[
          ['Status', <VoucherBadge key="status" voucher={voucher} />],
          ...(expires_on === null ? [] : [[is_expired ? 'Expired' : 'Delivered until', formatDay(expires_on)] as const]),
          ...(batch === null ? [] : [['Batch', `#${batch.id} · ${batch.name}`] as const]),
          ['Package ID', `${voucher.package_id} · ${voucher.package_name} (${voucher.product_name})`],
          ['User ID', user_id === null ? <Nothing key="user" /> : `${user_id} · ${User?.username ?? ''}`],
          ...(can('orders_view') ? [['Order ID', <OrderLink key="order" id={voucher.order_id} />] as const] : []),
        ]}
      />
      {can('vouchers_add') && voucher.deleted_at === null && voucher.status !== 2 && (
        <div>
          <Link className={actionClass} to="/unipin/edit/$id" params={{ id: String(id) }}>
            {t('Update')}
          </Link>
        </div>
      )}
      {mayCorrect && voucher.status === 2 && user_id === null && voucher.order_id === null && voucher.deleted_at === null && (
        <SetBack voucher={voucher} />
      )}
      <section aria-labelledby="voucher-life">
        <h3 id="voucher-life" className={classes.heading}>
          {t('Code history')}
        </h3>
        {has_more && <NewestOnly count={life.length} />}
        <Lines
          lines={life.map((entry) => ({
            key: `${entry.at} ${entry.event}`,
            at: entry.at,
            text: describeLifeEvent(entry, voucher, nameOf, t),
          }))}
        />
      </section>
    </Stack>
  )
}

/** The mask, and a reveal for admins with permission; hidden again when the drawer closes. */
function Code({ voucher: { id, code }, mayRead }: { voucher: VoucherRow; mayRead: boolean }) {
  const t = useT()
  const reveal = useReveal()
  const [shown, setShown] = useState<Revealed>()
  const copies = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(shown !== undefined, copies)
  return (
    <div className={classes.reveal}>
      {shown === undefined ? (
        <span className={classes.mask}>{code}</span>
      ) : (
        <RevealedCode ref={copies} revealed={shown} isLarge />
      )}
      {mayRead && shown === undefined && (
        <WorkButton variant="default" isRunning={reveal.isRunning} onClick={async () => setShown(await reveal.read(id))}>
          {t('Show code')}
        </WorkButton>
      )}
    </div>
  )
}
