import { useState } from 'react'
import type { OrderDetails } from '#contract/desk.ts'
import { useCan } from '../../calls/session.ts'
import { useReveal } from '../../desk/use-reveal.ts'
import { CopyText } from '../../lists/cells/CopyText.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import { Secret } from '../Secret.tsx'
import classes from './drawer.module.css'

/** A delivered voucher code, masked; admins with permission can reveal it, as on /upins. */
export function VoucherRow({ voucher, isOneOfMany }: { voucher: OrderDetails['vouchers'][number]; isOneOfMany: boolean }) {
  const t = useT()
  const mayRead = useCan()('vouchers_reveal')
  const reveal = useReveal()
  const [code, setCode] = useState<string>()
  const label = t(code === undefined ? 'Show code' : 'Hide')
  return (
    <div>
      <dt>{isOneOfMany ? voucher.package_name : t('Voucher Code')}</dt>
      <dd>{code === undefined ? <Secret mask={voucher.mask} /> : <CopyText text={code} message={t('Copied the code')} />}</dd>
      {mayRead && !voucher.is_deleted && (
        <dd className={classes.secret}>
          <WorkButton
            size="compact-sm"
            variant="default"
            {...(isOneOfMany && { 'aria-label': `${label}: ${voucher.package_name} ${voucher.mask}` })}
            isRunning={reveal.isRunning}
            onClick={async () => setCode(code === undefined ? await reveal.read(voucher.id) : undefined)}
          >
            {label}
          </WorkButton>
        </dd>
      )}
    </div>
  )
}
