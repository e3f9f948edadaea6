import { useState } from 'react'
import type { OrderDetails } from '#contract/desk.ts'
import type { Revealed } from '#contract/vouchers.ts'
import { useCan } from '../../calls/session.ts'
import { RevealedCode } from '../../desk/RevealedCode.tsx'
import { useReveal } from '../../desk/use-reveal.ts'
import { useT } from '../../ui/text/i18n.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import { Secret } from '../Secret.tsx'
import classes from './drawer.module.css'

/** A delivered voucher code, masked; admins with permission can reveal it, as on /upins. */
export function VoucherRow({ voucher, isOneOfMany }: { voucher: OrderDetails['vouchers'][number]; isOneOfMany: boolean }) {
  const t = useT()
  const mayRead = useCan()('vouchers_reveal')
  const reveal = useReveal()
  const [shown, setShown] = useState<Revealed>()
  const label = t(shown === undefined ? 'Show code' : 'Hide')
  return (
    <div>
      <dt>{isOneOfMany ? voucher.package_name : t('Voucher Code')}</dt>
      <dd>{shown === undefined ? <Secret mask={voucher.mask} /> : <RevealedCode revealed={shown} />}</dd>
      {mayRead && !voucher.is_deleted && (
        <dd className={classes.secret}>
          <WorkButton
            size="compact-sm"
            variant="default"
            {...(isOneOfMany && { 'aria-label': `${label}: ${voucher.package_name} ${voucher.mask}` })}
            isRunning={reveal.isRunning}
            onClick={async () => setShown(shown === undefined ? await reveal.read(voucher.id) : undefined)}
          >
            {label}
          </WorkButton>
        </dd>
      )}
    </div>
  )
}
