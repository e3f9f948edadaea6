import type { ReactNode } from 'react'
import { useT } from '../ui/text/i18n.ts'
import classes from './settings.module.css'

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  return (
    <fieldset className={classes.group}>
      <legend>{t(title)}</legend>
      {children}
    </fieldset>
  )
}

export const describeStoredKey = (t: ReturnType<typeof useT>, isThere: boolean) =>
  t(isThere ? 'Set. Leave empty to keep it.' : 'Not set')
