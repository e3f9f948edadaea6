import { useId } from 'react'
import classes from './choices.module.css'
import { useT } from './i18n.ts'

/** One way to decide: the API's own word, and what it does, already translated. */
export interface Choice<V extends string> {
  readonly value: V
  readonly about: string
}

interface ChoicesProps<V extends string> {
  /** English text. */
  readonly legend: string
  readonly choices: readonly Choice<V>[]
  readonly chosen: V | undefined
  /** English text. */
  readonly error: string | undefined
  readonly onChange: (value: V) => void
}

/** One card for each way to decide, saying what it does. */
export function Choices<V extends string>({ legend, choices, chosen, error, onChange }: ChoicesProps<V>) {
  const t = useT()
  const id = useId()
  return (
    <fieldset className={classes.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t(legend)}</legend>
      {choices.map(({ value, about }, at) => (
        <label key={value} className={classes.card}>
          <input
            data-autofocus={at === 0 || undefined}
            type="radio"
            name={id}
            value={value}
            checked={value === chosen}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(value)}
          />
          <span>
            <b>{value}</b>
            <small>{about}</small>
          </span>
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
