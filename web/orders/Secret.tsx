import classes from '../lists/cells/cells.module.css'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { useT } from '../ui/text/i18n.ts'

/** A masked secret; lists never contain the secret itself. */
export function Secret({ mask }: { mask: string }) {
  const t = useT()
  if (mask === '') return <Nothing />
  return (
    <span className={classes.secret} role="img" aria-label={t('Hidden')}>
      {mask}
    </span>
  )
}
