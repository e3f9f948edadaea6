import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from '../ui/form-page.module.css'
import { type T, useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { excerpt, isSameValue, readText } from './excerpt.ts'
import type { Values } from './fields/form-fields.ts'
import type { RecordForm } from './use-record-form.ts'

/** `version` is its optimistic lock. */
export type Versioned = { readonly version: number }

const MOVES = 2 ** 32
/** How often a record was edited: of one whose version also counts what orders move, the upper half. */
const editsOf = ({ version }: Versioned): number => (version < MOVES ? version : Math.floor(version / MOVES))

/** How two records are compared. */
export interface Comparison<R extends Versioned> {
  readonly valuesOf: (row: R) => Values
  /** A figure that others change all day. */
  readonly guarded?: string | undefined
  /** The sent values as the server returns them. */
  readonly asReturned?: (sent: Values) => Values
}

interface ChangedProps<R extends Versioned> {
  /** The record as the form knows it, with the version that is sent. */
  readonly base: R
  readonly latest: R
  readonly form: RecordForm
  readonly comparison: Comparison<R>
  /** Continues with the latest record. */
  readonly onAccept: () => void
}

/** Shows what changed meanwhile and continues with it: typed fields keep their values, the others are updated. */
export function Changed<R extends Versioned>({ base, latest, form: record, comparison, onAccept }: ChangedProps<R>) {
  const t = useT()
  const { valuesOf, guarded, asReturned = (sent) => sent } = comparison
  const { form, labels, shown: words } = record.fields
  const [before, now] = [valuesOf(base), valuesOf(latest)]
  const lastSent = record.lastSent && asReturned(record.lastSent)
  // The fields below name themselves once they are mounted.
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const isTyped = (name: string) => form.getValues()[name] !== form.getInitialValues()[name]
  // Orders change the guarded figure all day; that matters only to an admin who edits it.
  const changed = Object.keys(now).filter((name) => now[name] !== before[name] && (name !== guarded || isTyped(name)))
  // Equal to what was last sent: the admin's own save with a lost reply. Typed values do not count: '1' may become '10'.
  // A field that is not on screen cannot be overwritten from here.
  const names = changed.filter((name) => labels.has(name) && !(lastSent && isSameValue(now[name], lastSent[name])))
  const acceptChanges = () => {
    const typed = Object.fromEntries(
      Object.keys(now)
        .filter(isTyped)
        .map((name) => [name, form.getValues()[name] ?? '']),
    )
    form.setInitialValues(now)
    form.setValues({ ...now, ...typed })
    form.clearErrors()
    onAccept()
  }
  // Changed back, by this admin, or only the guarded figure: nothing to decide, but the old version is refused forever.
  const hasNothingToDecide = isMounted && names.length === 0 && (editsOf(base) !== editsOf(latest) || changed.length > 0)
  useEffect(() => {
    if (hasNothingToDecide) acceptChanges()
  })
  if (names.length === 0) return null
  return (
    <Warning role="alert" title={t('Another admin has changed this')}>
      <Stack gap="sm" align="flex-start">
        <div className={classes.changed}>
          <Text size="sm">{t('Nothing was overwritten. What you typed is still here.')}</Text>
          <ul>
            {names.map((name) => (
              <li key={name}>
                {t(labels.get(name) ?? '')}: <Difference before={before[name]} now={now[name]} wordOf={words.get(name)} />
                {isTyped(name) && (
                  <> ({t('you typed {{value}}', { value: shown(form.getValues()[name], now[name], t, words.get(name)) })})</>
                )}
              </li>
            ))}
          </ul>
        </div>
        <Button
          size="xs"
          // After a refused save: it takes the focus and scrolls into view.
          autoFocus={record.error?.status === 409}
          data-goes-on
          onClick={({ currentTarget }) => {
            acceptChanges()
            focusTyped(currentTarget, isTyped)
          }}
        >
          {t('Continue with these changes')}
        </Button>
      </Stack>
    </Warning>
  )
}

/** The button disappears with its notice: focus the first edited field, else Save. */
function focusTyped({ form }: HTMLButtonElement, isTyped: (name: string) => boolean): void {
  const controls = [...(form?.elements ?? [])] as (HTMLInputElement | HTMLButtonElement)[]
  const field = controls.find(({ name }) => isTyped(name))
  const target = field ?? controls.find(({ type }) => type === 'submit')
  target?.focus()
}

type Value = Values[string] | undefined

type WordOf = ((value: string) => string | undefined) | undefined

function Difference({ before, now, wordOf }: { before: Value; now: Value; wordOf: WordOf }) {
  const t = useT()
  const [was, is] = [shown(before, now, t, wordOf), shown(now, before, t, wordOf)]
  if (was === is) return t('formatting changed')
  return (
    <>
      <del>{was}</del> → <b>{is}</b>
    </>
  )
}

function shown(value: Value, other: Value, t: T, wordOf: WordOf): string {
  const word = wordOf?.(String(value ?? ''))
  if (word !== undefined) return word
  if (typeof value === 'number') return t(value === 1 ? 'Yes' : 'No')
  return excerpt(readText(value ?? ''), readText(String(other ?? ''))) || '---'
}
