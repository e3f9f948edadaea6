import { useT } from './text/i18n.ts'
import { megabytes } from './text/megabytes.ts'
import { Warning } from './Warning.tsx'

/** For super admins, who can make room before nothing can be saved. */
export function DiskWarning({ freeBytes }: { freeBytes: number }) {
  const t = useT()
  return (
    <Warning title={t('The server’s disk is almost full')}>
      {t('{{size}} left. Delete old files or enlarge the disk: once it is full, nothing can be saved.', {
        size: megabytes(freeBytes),
      })}
    </Warning>
  )
}
