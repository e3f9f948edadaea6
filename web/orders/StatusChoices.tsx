import { type RefObject, useEffect, useId, useRef } from 'react'
import { CLAIM_LEASE_MINUTES } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { type T, useT } from '../kit/i18n.ts'
import classes from './orders.module.css'

interface StatusChoicesProps {
  readonly order: OrderRow
  readonly offered: readonly OrderStatus[]
  readonly chosen: OrderStatus | undefined
  /** Already translated. */
  readonly error: string | undefined
  readonly onChange: (status: OrderStatus) => void
}

/** One card for each status that may follow, with the key that chooses it and what it does with the money. */
export function StatusChoices({ order, offered, chosen, error, onChange }: StatusChoicesProps) {
  const t = useT()
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  useDigitKeys(group, (at) => {
    const status = offered[at]
    if (status) onChange(status)
  })
  return (
    <fieldset ref={group} className={classes.choices} aria-describedby={error ? id : undefined}>
      <legend>{t('Order status')}</legend>
      {offered.map((status, at) => (
        <label key={status} className={classes.card}>
          <input
            ref={at === 0 ? first : undefined}
            data-autofocus={at === 0 || undefined}
            type="radio"
            name="status"
            value={status}
            checked={status === chosen}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(status)}
          />
          <span>
            <b>{status}</b>
            <small>{effectOf(status, order, t)}</small>
          </span>
          <kbd aria-hidden>{at + 1}</kbd>
        </label>
      ))}
      {error && (
        <p id={id} role="alert" className={classes.missing}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What a choice does, with the money named. */
function effectOf(status: OrderStatus, order: OrderRow, t: T): string {
  const amount = formatTk(order.amount)
  if (status === 'cancel') return t('Refunds {{amount}} to {{username}}', { amount, username: order.User.username })
  if (status === 'completed') return t('Delivered: {{amount}} counts as sold', { amount })
  if (status === 'pending') return t('Back to the queue; no money moves')
  return t('You hold it for {{count}} minutes; no money moves', { count: CLAIM_LEASE_MINUTES })
}

/** Digits choose a card, by the key's place (a Bangla layout types other characters), except while a text is being typed. */
function useDigitKeys(group: RefObject<HTMLElement | null>, choose: (at: number) => void): void {
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    const dialog = group.current?.closest('[role="dialog"], form')
    const onKey = (event: Event) => {
      const { code, target, ctrlKey, altKey, metaKey } = event as KeyboardEvent
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
      if (!digit || ctrlKey || altKey || metaKey || (target instanceof Element && target.matches('textarea'))) return
      latest.current(Number(digit) - 1)
    }
    dialog?.addEventListener('keydown', onKey)
    return () => dialog?.removeEventListener('keydown', onKey)
  }, [group])
}
