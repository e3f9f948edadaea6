import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { LoadError, Loading } from '../ui/states.tsx'
import boxes from '../ui/table/select.module.css'
import { useT } from '../ui/text/i18n.ts'
import { AddNumber } from './AddNumber.tsx'
import classes from './campaigns.module.css'
import {
  addTyped,
  type Chosen,
  chooseAll,
  chooseNone,
  countReached,
  isAtMost,
  isTicked,
  tickCustomers,
  tickTyped,
} from './chosen.ts'
import { ReadNumbers } from './ReadNumbers.tsx'
import { type Line, RecipientList } from './RecipientList.tsx'
import { useRecipients } from './use-recipients.ts'

interface RecipientsStepProps {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  readonly onNext: () => void
  readonly isReturn: boolean
  readonly q: string | undefined
  readonly onSearch: (q: string | undefined) => void
}

export function RecipientsStep({ chosen, onChange, onNext, isReturn, q, onSearch }: RecipientsStepProps) {
  const t = useT()
  const { rows, found, isCapped, reachable, unreachable, error, isLoading, hasMore, more } = useRecipients(q)
  const lines = linesOf(chosen, rows ?? [])
  const usable = lines.filter(({ number }) => number !== null)
  const count = countReached(chosen, reachable)
  const total = reachable === undefined ? undefined : reachable + chosen.typed.size
  // If every listed number is chosen, the count is exact.
  const isUpTo = count !== total && isAtMost(chosen)

  const tick = (some: readonly Line[], isOn: boolean) => {
    const numbersOf = (isCustomer: boolean) =>
      some.flatMap(({ number, customer }) => (number !== null && Boolean(customer) === isCustomer ? [number] : []))
    onChange(tickTyped(tickCustomers(chosen, numbersOf(true), isOn), numbersOf(false), isOn))
  }
  const add = (numbers: readonly string[]) =>
    onChange(addTyped(chosen, numbers, (number) => rows?.some((row) => row.number === number) ?? false))
  // Without a search, clearing everybody's tick includes customers who are not loaded.
  const tickShown = (shown: readonly Line[], isOn: boolean) =>
    !isOn && chosen.isEverybody && q === undefined ? onChange(chooseNone(chosen)) : tick(shown, isOn)
  useShortcuts([{ code: 'Mod+Enter', label: 'Next', run: ({ target }) => proceed(target) }])
  const proceed = (target: EventTarget | null) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form) form.requestSubmit()
    else goToMessage()
  }
  const adding = useRef<HTMLFormElement>(null)
  const goToMessage = () => {
    // Text left in the box was meant as a number: add it or report it as invalid before going on.
    if (adding.current?.querySelector('input')?.value.trim()) adding.current.requestSubmit()
    else if (count) onNext()
  }
  const loadMore = () => {
    if (hasMore && !error) more()
  }

  return (
    <Stack gap="md">
      <div className={classes.tools}>
        <SearchBox value={q} placeholder="Name, phone, email or ID" onSearch={onSearch} />
        <AddNumber ref={adding} onAdd={add} />
        <ReadNumbers onAdd={add} />
      </div>
      {rows && q !== undefined && (
        <Text size="sm" role="status">
          {t('{{count}} found', { count: `${found}${isCapped ? '+' : ''}` })}
        </Text>
      )}
      {count !== undefined && total !== undefined && (
        <SelectAll
          listed={q === undefined ? 'all' : isCapped ? 'some found' : 'found'}
          chosen={chosen}
          loaded={usable}
          hasMoreFound={q !== undefined && found > (rows?.length ?? 0)}
          total={total}
          count={count}
          onChange={onChange}
        />
      )}
      {error && <LoadError error={error} onRetry={more} />}
      {!rows && !error && <Loading rows={10} />}
      {rows && lines.length === 0 && <Empty filtered={q !== undefined} onClear={() => onSearch(undefined)} />}
      {rows && total !== undefined && lines.length > 0 && (
        <RecipientList
          lines={lines}
          total={q === undefined ? total + unreachable : found + chosen.typed.size}
          onTick={tick}
          onEnd={loadMore}
          all={<AllBox loaded={usable} onTick={tickShown} />}
        />
      )}
      {unreachable > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            unreachable === 1
              ? '{{count}} customer has no Bangladeshi mobile number and cannot get SMS.'
              : '{{count}} customers have no Bangladeshi mobile number and cannot get SMS.',
            { count: unreachable },
          )}
        </Text>
      )}
      <Group justify="space-between" className={classes.footer} data-unprinted>
        <Text fw={600} role="status">
          {t(isUpTo ? 'Total {{total}} - Selected up to {{count}}' : 'Total {{total}} - Selected {{count}}', {
            total: total ?? '…',
            count: count ?? '…',
          })}
          {isLoading && hasMore && <span className={classes.loading}> {t('Loading')}</span>}
        </Text>
        <Button autoFocus={isReturn} data-next onClick={goToMessage}>
          {t('Next')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Typed numbers first, then the customers loaded so far. */
const linesOf = (chosen: Chosen, rows: NonNullable<ReturnType<typeof useRecipients>['rows']>): Line[] => [
  ...[...chosen.typed].map(([number, isOn]) => ({ key: number, number, isOn })),
  ...rows.map((customer) => {
    const { id, number } = customer
    return { key: String(id), number, isOn: number !== null && isTicked(chosen, number), customer }
  }),
]

interface AllBoxProps {
  readonly loaded: readonly Line[]
  readonly onTick: (lines: readonly Line[], isOn: boolean) => void
}

/** Ticks or clears all loaded lines; indeterminate while only some are ticked. */
function AllBox({ loaded, onTick }: AllBoxProps) {
  const t = useT()
  const on = loaded.filter(({ isOn }) => isOn).length
  const isAll = on > 0 && on === loaded.length
  return (
    <input
      type="checkbox"
      className={boxes.box}
      aria-label={t('Select all')}
      ref={(box) => {
        if (box) box.indeterminate = on > 0 && !isAll
      }}
      checked={isAll}
      onChange={() => onTick(loaded, !isAll)}
    />
  )
}

interface SelectAllProps {
  /** Which customers are listed: all, those found, or only the first of those found. */
  readonly listed: 'all' | 'found' | 'some found'
  readonly chosen: Chosen
  readonly loaded: readonly Line[]
  /** More were found than loaded. */
  readonly hasMoreFound: boolean
  readonly total: number
  readonly count: number
  readonly onChange: (chosen: Chosen) => void
}

const OF_ALL = '{{count}} of all {{total}} are selected.'
const UP_TO = 'Up to {{count}} of all {{total}} are selected.'

/** States what 'select all' covers: the loaded lines, or every customer. */
function SelectAll({ listed, chosen, loaded, hasMoreFound, total, count, onChange }: SelectAllProps) {
  const t = useT()
  if (count === 0 || (!chosen.isEverybody && !loaded.every(({ isOn }) => isOn)) || (count === total && !chosen.isEverybody))
    return null
  return (
    <div className={classes.everybody} role="status">
      <span>
        {chosen.isEverybody
          ? t(count === total ? 'All {{count}} are selected.' : isAtMost(chosen) ? UP_TO : OF_ALL, { count, total })
          : t(loaded.length === 1 ? 'The loaded one is selected.' : 'The {{count}} loaded ones are selected.', {
              count: loaded.length,
            })}
        {chosen.isEverybody && hasMoreFound && loaded.length > 0 && !loaded.some(({ isOn }) => isOn) && (
          <> {t('Only the {{count}} loaded results are left out.', { count: loaded.length })}</>
        )}
        {listed === 'some found' && !chosen.isEverybody && <> {t('There are too many results to load them all.')}</>}
      </span>
      {chosen.isEverybody ? (
        <Button size="compact-sm" variant="default" onClick={() => onChange(chooseNone(chosen))}>
          {t('Clear selection')}
        </Button>
      ) : (
        listed === 'all' && (
          <Button size="compact-sm" variant="default" onClick={() => onChange(chooseAll(chosen))}>
            {t('Select all {{count}}', { count: total })}
          </Button>
        )
      )}
    </div>
  )
}
