import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../ui/text/i18n.ts'
import { clearing } from '../../ui/use-typed.ts'
import classes from './filters.module.css'

interface ChipProps {
  /** English. */
  readonly label: string
  readonly value: string | number
  readonly onRemove: () => void
}

/** An active filter. */
export function Chip({ label, value, onRemove }: ChipProps) {
  const t = useT()
  return (
    <li>
      <button
        type="button"
        className={classes.chip}
        aria-label={t('Remove {{filter}}', { filter: `${t(label)}: ${value}` })}
        onClick={onRemove}
      >
        <span>
          {t(label)}: <b>{value}</b>
        </span>
        <IconX size={14} aria-hidden />
      </button>
    </li>
  )
}

export function Chips({ children, onClear }: { children: ReactNode; onClear: () => void }) {
  const t = useT()
  return (
    <ul className={classes.chips} aria-label={t('Filters')}>
      {children}
      <li>
        <button type="button" className={classes.clear} {...clearing(onClear)}>
          {t('Clear all')}
        </button>
      </li>
    </ul>
  )
}
