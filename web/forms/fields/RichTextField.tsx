import { Input, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, asApiError } from '../../calls/api.ts'
import { lazyImport } from '../../calls/lazy-import.ts'
import { LoadError } from '../../ui/states.tsx'
import { type FieldProps, useField } from './form-fields.ts'
import type { RichTextEditor } from './RichTextEditor.tsx'

const bring = lazyImport(() => import('./RichTextEditor.tsx'))

const loadEditor = () =>
  bring().then(
    (module) => module.RichTextEditor,
    (cause) => Promise.reject(asApiError(cause)),
  )

/** Text with headings, lists and links, as HTML. The editor is loaded on first use; if that fails, the field shows an error,
 * the rest of the form stays, and it is loaded again once back online. */
export function RichTextField(props: FieldProps) {
  const {
    box: { id, label, error, value },
    change,
  } = useField<string>(props)
  const {
    data: Editor,
    error: lost,
    refetch,
  } = useQuery<typeof RichTextEditor, ApiError>({
    queryKey: ['rich-text-editor'],
    queryFn: loadEditor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: true,
  })
  return (
    <Input.Wrapper id={id} labelProps={{ id: `${id}-label` }} labelElement="div" label={label} error={error}>
      {Editor ? (
        <Editor labelledBy={`${id}-label`} describedBy={error ? `${id}-error` : undefined} value={value} onChange={change} />
      ) : lost ? (
        <LoadError error={lost} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
    </Input.Wrapper>
  )
}
