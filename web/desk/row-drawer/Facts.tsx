import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { copy } from '../../ui/copy.ts'
import { useT } from '../../ui/text/i18n.ts'
import classes from './row-drawer.module.css'

interface FactsProps {
  readonly id: number
  /** Lines that 'Copy all' copies for pasting into a chat; English in every language. */
  readonly lines: () => readonly string[]
  readonly children: ReactNode
}

export function Facts({ id, lines, children }: FactsProps) {
  const t = useT()
  return (
    <div className={classes.facts}>
      <dl>{children}</dl>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copy(lines().join('\n'), t('Copied all of order {{id}}', { id }))}
      >
        {t('Copy all')}
      </Button>
    </div>
  )
}

interface FactProps {
  readonly label: string
  /** The copied text; without it the fact is left out. */
  readonly text: string
  readonly shown?: ReactNode
  readonly isLarge?: boolean
}

export function Fact({ label, text, shown, isLarge }: FactProps) {
  const t = useT()
  if (text === '') return null
  const field = t(label)
  return (
    <div data-large={isLarge || undefined}>
      <dt>{field}</dt>
      <dd>{shown ?? text}</dd>
      <dd>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('Copy {{field}}', { field })}
          title={t('Copy {{field}}', { field })}
          onClick={() => void copy(text, t('Copied {{field}}:: {{value}}', { field, value: text }))}
        >
          <IconCopy size={16} aria-hidden />
        </button>
      </dd>
    </div>
  )
}
