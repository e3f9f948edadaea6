import { IconX } from '@tabler/icons-react'
import { useT } from '../../ui/text/i18n.ts'
import { clearing } from '../../ui/use-typed.ts'
import type { ListSearch } from '../use-list.ts'
import classes from './filters.module.css'

/** An active filter; `label` is English. */
export interface Chip {
  readonly label: string
  readonly value: string | number
  readonly remove: () => void
}

/** A chip for each filter in the URL that `labels` names; `words` are shown in place of values. */
export const chipsOf = <A extends object, N extends string & keyof A>(
  { search, change }: ListSearch<A>,
  labels: Readonly<Record<N, string>>,
  words?: Readonly<Partial<Record<N, string | undefined>>>,
): Chip[] =>
  (Object.keys(labels) as N[]).flatMap((name) => {
    const value = words?.[name] ?? (search[name] as Chip['value'] | undefined)
    return value === undefined ? [] : [{ label: labels[name], value, remove: () => change({ [name]: undefined } as never) }]
  })

export function FilterChips({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) {
  const t = useT()
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('Filters')}>
      {chips.map(({ label, value, remove }) => (
        <li key={label}>
          <button
            type="button"
            className={classes.chip}
            aria-label={t('Remove {{filter}}', { filter: `${t(label)}: ${value}` })}
            onClick={remove}
          >
            <span>
              {t(label)}: <b>{value}</b>
            </span>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} {...clearing(onClear)}>
          {t('Clear all')}
        </button>
      </li>
    </ul>
  )
}
