import { Button } from '@mantine/core'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'

interface RestoredNoticeProps {
  readonly restoredInput: { readonly restored: { readonly isSent: boolean } | undefined; readonly discard: () => void }
}

/** Says that typed input was restored, and whether it had been sent with an unknown result. */
export function RestoredNotice({ restoredInput: { restored, discard } }: RestoredNoticeProps) {
  const t = useT()
  if (!restored) return null
  return (
    <div data-restored>
      <Warning title={restored.isSent && t('Check whether it went through.')}>
        {t('What you typed before was restored.')}{' '}
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t('Discard')}
        </Button>
      </Warning>
    </div>
  )
}
