import type { ReactNode } from 'react'
import line from '../ui/line.module.css'
import { Section } from '../ui/Section.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Mark } from './Line.tsx'
import classes from './status.module.css'

interface FoldedProps {
  readonly title: string
  readonly count: number
  readonly bad: number
  /** Nothing is known about them yet. */
  readonly isUnchecked?: boolean
  readonly children: ReactNode
}

/** A list of which one line says that all is well; it opens by itself if something is not. */
export function Folded({ title, count, bad, isUnchecked = false, children }: FoldedProps) {
  const t = useT()
  const isBroken = bad > 0
  return (
    <Section title={title}>
      <details className={classes.folded} open={isBroken}>
        <summary
          className={line.line}
          data-broken={isBroken || undefined}
          data-unchecked={(isUnchecked && !isBroken) || undefined}
        >
          <Mark isBroken={isBroken} isUnchecked={isUnchecked} />
          {isBroken
            ? t('{{bad}} of {{count}} need attention', { bad, count })
            : isUnchecked
              ? t('Not checked yet')
              : t('All {{count}} OK', { count })}
        </summary>
        <ul className={classes.rules}>{children}</ul>
      </details>
    </Section>
  )
}
