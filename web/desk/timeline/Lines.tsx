import type { ReactNode } from 'react'
import { When } from '../../lists/cells/When.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from './timeline.module.css'

interface Line {
  readonly key: string | number
  readonly at: string
  readonly text: ReactNode
}

export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ol className={classes.lines}>
    {lines.map(({ key, at, text }) => (
      <li key={key}>
        <When instant={at} />
        <span>{text}</span>
      </li>
    ))}
  </ol>
)

export function NewestOnly({ count }: { count: number }) {
  const t = useT()
  return <span>{t('The newest {{count}}; older ones are in the audit log', { count })}</span>
}
