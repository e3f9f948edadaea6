import { useT } from '../i18n.ts'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

/** The mask of a secret; the secret itself is never in a list. */
export function Secret({ mask }: { mask: string }) {
  const t = useT()
  if (mask === '') return <Nothing />
  return (
    <span className={classes.secret} role="img" aria-label={t('Hidden')}>
      {mask}
    </span>
  )
}
