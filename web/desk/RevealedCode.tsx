import type { Ref } from 'react'
import type { Revealed } from '#contract/vouchers.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { useT } from '../ui/text/i18n.ts'

interface RevealedCodeProps {
  readonly revealed: Revealed
  readonly isLarge?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A code that may be read, with what the customer gets beside it. */
export function RevealedCode({ revealed: { code, pin, serial }, isLarge = false, ref }: RevealedCodeProps) {
  const t = useT()
  return (
    <>
      <CopyText {...(ref && { ref })} text={code} message={t('Copied the code')} isLarge={isLarge} />
      {pin !== null && (
        <div>
          {t('PIN')}: <CopyText text={pin} message={t('Copied the PIN')} />
        </div>
      )}
      {serial !== null && (
        <div>
          {t('Serial number')}: <CopyText text={serial} message={t('Copied the serial')} />
        </div>
      )}
    </>
  )
}
