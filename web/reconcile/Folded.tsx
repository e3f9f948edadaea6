import { Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../ui/text/i18n.ts'
import classes from './reconcile.module.css'

interface FoldedProps {
  readonly id: string
  /** Translated. */
  readonly title: string
  readonly count: number
  readonly bad: number
  /** Nothing is known about them yet. */
  readonly isUnchecked?: boolean
  readonly children: ReactNode
}

/** A list of which one line says that all is well; it opens by itself if something is not. */
export function Folded({ id, title, count, bad, isUnchecked = false, children }: FoldedProps) {
  const t = useT()
  const isBroken = bad > 0
  const Icon = isBroken ? IconCircleX : isUnchecked ? IconClock : IconCircleCheck
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      <details className={classes.folded} open={isBroken}>
        <summary data-broken={isBroken || undefined} data-unchecked={(isUnchecked && !isBroken) || undefined}>
          <Icon size={20} aria-hidden />
          {isBroken
            ? t('{{bad}} of {{count}} need attention', { bad, count })
            : isUnchecked
              ? t('Not checked yet')
              : t('All {{count}} OK', { count })}
        </summary>
        <ul className={classes.rules}>{children}</ul>
      </details>
    </section>
  )
}
