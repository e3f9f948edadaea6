import type { useForm } from '@mantine/form'
import { createContext, use, useEffect, useId } from 'react'
import { t, tSaid, useT } from '../text/i18n.ts'

/** What is typed: texts as they stand in their boxes, flags as 1 or 0. Names are those of the call that is sent. */
export type Values = Record<string, string | number>

/** The form that the fields on a screen belong to. */
export interface FormFields {
  readonly form: ReturnType<typeof useForm<Values>>
  /** Field name -> its English label, of the fields on screen. */
  readonly labels: Map<string, string>
  /** Names of the fields on screen that must not be left empty, also where the call could do without them. */
  readonly needed: Set<string>
  /** Names of the fields on screen that hold a password, a key or a code that was revealed: it is not kept over a reload. */
  readonly secrets: Set<string>
  /** A picture is on its way: nothing may be saved meanwhile. */
  readonly setUploading: (name: string, isUploading: boolean) => void
}

/** Set by `FormPage`; read by the fields. */
export const FormContext = createContext<FormFields | null>(null)

/** What all fields have in common. */
export interface FieldProps {
  /** The field's name in the call. */
  readonly name: string
  /** English text above the field. */
  readonly label: string
  readonly required?: boolean
}

/** Value, error and change of one field of the form around it. */
export function useField<V extends string | number>({ name, label, required = false }: FieldProps, isSecret = false) {
  const fields = use(FormContext)
  if (!fields) throw new Error('A field stands outside of a form')
  const { form, labels, needed, secrets, setUploading } = fields
  const translate = useT()
  useEffect(() => {
    labels.set(name, label)
    return () => void labels.delete(name)
  }, [labels, name, label])
  useEffect(() => {
    if (!required) return
    needed.add(name)
    return () => void needed.delete(name)
  }, [needed, name, required])
  // For good: it stays a secret where its field leaves the screen.
  if (isSecret) secrets.add(name)
  const error = form.errors[name]
  return {
    id: useId(),
    label: translate(label),
    value: form.getValues()[name] as V,
    error: error ? tSaid(String(error)) : undefined,
    change: (value: V) => form.setFieldValue(name, value),
    refuse: (sentence: string) => form.setFieldError(name, sentence),
    setUploading,
  }
}

/** What is typed in the form around it by now. */
export function useFormValues(): Values {
  const fields = use(FormContext)
  if (!fields) throw new Error('A field stands outside of a form')
  return fields.form.getValues()
}

/**
 * The needed fields that are empty, each with its sentence: to a call an absent figure means 'as it was', to a clerk who emptied the
 * box it does not.
 */
export const missing = ({ form, labels, needed }: FormFields): Record<string, string> => {
  const values = form.getValues()
  const empty = [...needed].filter((name) => String(values[name] ?? '').trim() === '')
  return Object.fromEntries(empty.map((name) => [name, t('{{field}} is required', { field: t(labels.get(name) ?? name) })]))
}
