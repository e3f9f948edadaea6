import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type FieldProps, useField } from './form-fields.ts'

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })))

/** Text with headings, lists and links, as HTML. The editor's code comes only where such a field is on screen. */
export function RichTextField(props: FieldProps) {
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <Input.Wrapper id={id} labelProps={{ id: `${id}-label` }} labelElement="div" label={label} error={error}>
      <Suspense fallback={<Skeleton height={220} radius="md" />}>
        <RichTextEditor
          labelledBy={`${id}-label`}
          describedBy={error ? `${id}-error` : undefined}
          value={value}
          onChange={change}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
