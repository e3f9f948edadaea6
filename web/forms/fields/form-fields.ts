import type { useForm } from '@mantine/form'
import { createContext, use, useEffect, useId, useMemo, useState } from 'react'
import { t, tMessage, useT } from '../../ui/text/i18n.ts'

/** Form values: texts as typed, flags as 1 or 0. Names are those of the call's input. */
export type Values = Record<string, string | number>

export interface FormFields {
  readonly form: ReturnType<typeof useForm<Values>>
  /** Field name to English label, for the mounted fields. */
  readonly labels: Map<string, string>
  /** How the mounted fields with choices show a value. */
  readonly shown: Map<string, (value: string) => string | undefined>
  /** Mounted fields that must not be empty, even if the call allows it. */
  readonly needed: Set<string>
  /** Fields that hold a password, a key or a revealed code: never stored across reloads. */
  readonly secrets: Set<string>
  /** Blocks saving while a picture is being uploaded. */
  readonly setUploading: (name: string, isUploading: boolean) => void
}

/** The fields of a form, which name themselves once they are mounted in it. */
export function useFields(form: FormFields['form']): { fields: FormFields; isUploading: boolean } {
  const [uploading, setUploading] = useState<readonly string[]>([])
  const [known] = useState(() => ({
    labels: new Map<string, string>(),
    shown: new Map<string, (value: string) => string | undefined>(),
    needed: new Set<string>(),
    secrets: new Set<string>(),
  }))
  const fields = useMemo(
    () => ({
      form,
      ...known,
      setUploading: (name: string, is: boolean) =>
        setUploading((others) => [...others.filter((other) => other !== name), ...(is ? [name] : [])]),
    }),
    [form, known],
  )
  return { fields, isUploading: uploading.length > 0 }
}

export const FormContext = createContext<FormFields | null>(null)

export interface FieldProps {
  readonly name: string
  /** English text. */
  readonly label: string
  readonly required?: boolean
}

export function useField<V extends string | number>({ name, label, required = false }: FieldProps, isSecret = false) {
  const { form, labels, needed, secrets, setUploading } = useFormFields()
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
  // Never removed: it stays secret after its field is unmounted.
  if (isSecret) secrets.add(name)
  const error = form.errors[name]
  return {
    /** The props of an input. */
    box: {
      id: useId(),
      name,
      label: translate(label),
      required,
      error: error ? tMessage(String(error)) : undefined,
      value: form.getValues()[name] as V,
    },
    change: (value: V) => form.setFieldValue(name, value),
    refuse: (message: string) => form.setFieldError(name, message),
    setUploading,
  }
}

/** Shows a field's values in the notice of another admin's changes as the field does. */
export function useShownValues(name: string, shownOf: (value: string) => string | undefined): void {
  const { shown } = useFormFields()
  useEffect(() => {
    shown.set(name, shownOf)
    return () => void shown.delete(name)
  })
}

export function useFormFields(): FormFields {
  const fields = use(FormContext)
  if (!fields) throw new Error('A field stands outside of a form')
  return fields
}

export const useFormValues = (): Values => useFormFields().form.getValues()

/** Required fields that are empty. To a call an absent figure means unchanged, but an admin who cleared it means otherwise. */
export const missing = ({ form, labels, needed }: FormFields): Record<string, string> => {
  const values = form.getValues()
  const empty = [...needed].filter((name) => String(values[name] ?? '').trim() === '')
  return Object.fromEntries(empty.map((name) => [name, t('{{field}} is required', { field: t(labels.get(name) ?? name) })]))
}
