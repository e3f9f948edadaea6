import { Button } from '@mantine/core'
import { useT } from '../text/i18n.ts'
import { Warning } from '../Warning.tsx'

interface RestoredNoticeProps {
  /** What `useKept` or `useKeptForm` has found. */
  readonly kept: { readonly restored: { readonly isSent: boolean } | undefined; readonly discard: () => void }
}

/** Says that a form holds what was typed in it before, and whether that was sent and nobody knows what became of it. */
export function RestoredNotice({ kept: { restored, discard } }: RestoredNoticeProps) {
  const t = useT()
  if (!restored) return null
  return (
    <div data-restored>
      <Warning title={restored.isSent && t('No answer came. Check whether it went through.')}>
        {t('What you typed before was restored.')}{' '}
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t('Discard')}
        </Button>
      </Warning>
    </div>
  )
}
