import type { ReactNode } from 'react'
import classes from './summary.module.css'
import { useT } from './text/i18n.ts'

/** What is about to be decided, so that nobody confirms the wrong thing: English labels and values. */
export function Summary({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const t = useT()
  return (
    <dl className={classes.summary}>
      {facts.map(([label, value]) => (
        // display: contents keeps the pair in the grid; a dl allows no other wrapper than div.
        <div key={label} style={{ display: 'contents' }}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
