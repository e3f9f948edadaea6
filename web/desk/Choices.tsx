import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { areSingleKeysOn } from '../ui/keys.ts'
import line from '../ui/line.module.css'
import { useT } from '../ui/text/i18n.ts'
import classes from './choices.module.css'
import { digitOf } from './status-digits.ts'

/** A way to decide: the API's word, or a label where the lists show one, and its effect; the latter two already translated. */
interface Choice<V extends string> {
  readonly value: V
  readonly label?: string
  readonly about: string
}

interface ChoicesProps<V extends string> {
  readonly legend: string
  readonly choices: readonly Choice<V>[]
  readonly chosen: V | undefined
  /** English text. */
  readonly error: string | undefined
  readonly required?: boolean | undefined
  readonly onChange: (value: V) => void
}

/** One card per choice, with its effect and the digit that selects it. */
export function Choices<V extends string>({ legend, choices, chosen, error, required, onChange }: ChoicesProps<V>) {
  const t = useT()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const cards = choices.map((choice, at) => ({ ...choice, digit: digitOf(choice.value, at) })).sort((a, b) => a.digit - b.digit)
  useDigitKeys(group, (digit) => {
    const at = cards.findIndex((card) => card.digit === digit)
    const card = cards[at]
    if (!card) return
    onChange(card.value)
    // What Enter acts on must be what was chosen.
    group.current?.querySelectorAll('input')[at]?.focus()
  })
  return (
    <fieldset ref={group} className={classes.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {t(legend)}
        {required && (
          <span aria-hidden className={classes.asterisk}>
            {' *'}
          </span>
        )}
      </legend>
      {cards.map(({ value, label = value, about, digit }, at) => (
        <label key={value} className={`${line.line} ${classes.card}`}>
          <input
            data-autofocus={at === 0 || undefined}
            type="radio"
            name={id}
            value={value}
            required={required}
            checked={value === chosen}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(value)}
          />
          <span className={line.words}>
            <b>{label}</b>
            <small>{about}</small>
          </span>
          <kbd aria-hidden>{digit}</kbd>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className={classes.missing}>
          {t(error)}
        </p>
      )}
    </fieldset>
  )
}

/** Digits select a card by key position, as a Bangla layout types other characters; not while typing. They work in the whole
 * dialog or drawer, else in the form; with single-key shortcuts off, only on the cards. */
function useDigitKeys(group: RefObject<HTMLElement | null>, choose: (digit: number) => void): void {
  const chooseLatest = useEffectEvent(choose)
  useEffect(() => {
    const around = group.current?.closest('[role="dialog"], [data-beside]') ?? group.current?.closest('form')
    const onKey = (event: Event) => {
      const { code, target, ctrlKey, altKey, metaKey } = event as KeyboardEvent
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
      const isTyped = target instanceof Element && target.matches('textarea, select, input:not([type="radio"])')
      const isListening = areSingleKeysOn() || group.current?.contains(target as Node)
      if (digit && isListening && !isTyped && !ctrlKey && !altKey && !metaKey) chooseLatest(Number(digit))
    }
    around?.addEventListener('keydown', onKey)
    return () => around?.removeEventListener('keydown', onKey)
  }, [group])
}
