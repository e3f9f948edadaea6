import type { ReactNode } from 'react'
import classes from './summary.module.css'
import { useT } from './text/i18n.ts'

/** What is about to be decided, so that nobody decides another thing: English labels with what they say. */
export function Summary({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const t = useT()
  return (
    <dl className={classes.summary}>
      {facts.map(([label, value]) => (
        // The pair stays in the grid; a list of facts has no other wrapper.
        <div key={label} style={{ display: 'contents' }}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
