import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Recipient } from '#contract/campaigns.ts'
import { SMS_LOAD_WITHIN_PX } from '#contract/limits.ts'
import { focusIfLost } from '../ui/focus/lost-focus.ts'
import boxes from '../ui/table/select.module.css'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import classes from './recipients.module.css'
import { stepTo } from './step-to.ts'

const ROW_PX = 44
const OVERSCAN = 6

export interface Line {
  readonly key: string
  /** Null: has no valid mobile number. */
  readonly number: string | null
  readonly isOn: boolean
  readonly customer?: Recipient
}

interface RecipientListProps {
  readonly lines: readonly Line[]
  /** Number of lines, loaded or not. */
  readonly total: number
  readonly onTick: (lines: readonly Line[], isOn: boolean) => void
  readonly onEnd: () => void
  readonly all: ReactNode
}

/** Virtualized: only the visible lines are in the DOM. */
export function RecipientList({ lines, total, onTick, onEnd, all }: RecipientListProps) {
  const t = useT()
  const scroll = useRef<HTMLElement>(null)
  const anchor = useRef<string>(undefined)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => lines[at]?.key ?? at,
    overscan: OVERSCAN,
  })
  const shown = virtual.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const [before, after] = [first?.start ?? 0, virtual.getTotalSize() - (last?.end ?? 0)]
  const isNearEnd = virtual.getTotalSize() - (virtual.scrollOffset ?? 0) - (virtual.scrollRect?.height ?? 0) < SMS_LOAD_WITHIN_PX
  // After every render: new lines can leave the end as near as before.
  useEffect(() => {
    if (isNearEnd) onEnd()
  })

  // A newly typed number is added on top: scroll to it.
  const typed = lines[0]?.customer ? undefined : lines[0]?.key
  useEffect(() => {
    if (typed !== undefined) scroll.current?.scrollTo({ top: 0 })
  }, [typed])

  const [current, setCurrent] = useState(0)
  const goal = useRef<number>(undefined)
  const isInside = useRef(false)
  const usable = shown.filter(({ index }) => typeof lines[index]?.number === 'string')
  const inSight = usable.find(({ start }) => start >= (virtual.scrollOffset ?? 0)) ?? usable[0]
  /** The only line in the tab order: there is more to reach behind the list. */
  const stop = usable.some(({ index }) => index === current) ? current : inSight?.index
  const focusGoal = () => {
    const box = goal.current === undefined ? null : scroll.current?.querySelector<HTMLElement>(`[data-at="${goal.current}"]`)
    if (!box) return
    goal.current = undefined
    box.focus()
  }
  // A focused line that is scrolled away leaves the DOM: the list takes the focus.
  useLayoutEffect(() => {
    focusGoal()
    if (isInside.current) focusIfLost([scroll.current], { preventScroll: true })
    isInside.current = scroll.current?.contains(document.activeElement) ?? false
  })

  const tick = (at: number, isOn: boolean, reach: boolean) => {
    const from = reach ? lines.findIndex(({ key }) => key === anchor.current) : -1
    onTick(from < 0 ? lines.slice(at, at + 1) : lines.slice(Math.min(from, at), Math.max(from, at) + 1), isOn)
    anchor.current = lines[at]?.key
  }
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const at = Number((event.target as HTMLElement).dataset.at ?? (event.target === scroll.current ? stop : undefined))
    if (Number.isNaN(at) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const seen = Math.floor((virtual.scrollRect?.height ?? 0) / ROW_PX) - 1
    const next = stepTo(event.key, at, lines.length, seen, (one) => lines[one]?.number !== null)
    if (next === undefined) return
    event.preventDefault()
    goal.current = next
    setCurrent(next)
    virtual.scrollToIndex(next)
    // It may be in the DOM already, or only after the lines around it are rendered.
    focusGoal()
  }
  return (
    <section
      ref={scroll}
      className={classes.scroll}
      aria-label={t('Recipients')}
      // Not a tab stop: its lines scroll it by keyboard.
      tabIndex={-1}
      onKeyDown={walk}
      onFocus={({ target }) => {
        isInside.current = true
        if (target.dataset.at) setCurrent(Number(target.dataset.at))
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isInside.current = false
      }}
    >
      <table className={classes.table} aria-label={t('Recipients')} aria-rowcount={total + 1}>
        <thead>
          <tr>
            <th scope="col" className={classes.box}>
              {all}
            </th>
            <th scope="col">{t('Name')}</th>
            <th scope="col" className={classes.phone}>
              {t('Phone')}
            </th>
            <th scope="col" className={classes.verified}>
              {t('Is Verified')}
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap px={before} />}
          {shown.map(({ index, key }) => {
            const line = lines[index]
            return line && <Row key={key} line={line} at={index} isStop={index === stop} onTick={tick} />
          })}
          {after > 0 && <Gap px={after} />}
        </tbody>
      </table>
    </section>
  )
}

/** Stands in for lines outside the DOM. One cell, because the table has a column less on a phone. */
const Gap = ({ px }: { px: number }) => (
  <tr aria-hidden>
    <td style={{ height: px, padding: 0, border: 0 }} />
  </tr>
)

interface RowProps {
  readonly line: Line
  readonly at: number
  readonly isStop: boolean
  readonly onTick: (at: number, isOn: boolean, reach: boolean) => void
}

function Row({ line, at, isStop, onTick }: RowProps) {
  const t = useT()
  const { number, isOn, customer } = line
  const name = customer ? customerNameOf(customer) : t('Added number')
  const phone = (
    <>
      {customer?.phone ?? number}
      {number === null && <small>{t('not a mobile number')}</small>}
    </>
  )
  return (
    <tr aria-rowindex={at + 2} data-typed={customer ? undefined : true} data-off={number === null || undefined}>
      <td className={classes.box}>
        {number !== null && (
          <input
            type="checkbox"
            className={boxes.box}
            data-at={at}
            tabIndex={isStop ? 0 : -1}
            aria-label={t('Select {{name}}', { name: customer ? `${name} ${customer.phone}` : number })}
            checked={isOn}
            onChange={(event) => onTick(at, !isOn, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
          />
        )}
      </td>
      <td title={name}>
        {name}
        {customer && name !== customer.username && <small>{customer.username}</small>}
        <span className={classes.below}>{phone}</span>
      </td>
      <td>{phone}</td>
      <td>{customer ? t(customer.is_phone_verify === 1 ? 'Yes' : 'No') : '---'}</td>
    </tr>
  )
}

const customerNameOf = (customer: Recipient) => nameOf(customer) || customer.username
