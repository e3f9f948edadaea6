import { type ReactNode, useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { t } from '../../ui/text/i18n.ts'
import { FormPage } from '../FormPage.tsx'
import type { Values } from '../fields/form-fields.ts'
import { useEditForm } from '../use-edit-form.tsx'
import { useRecordForm } from '../use-record-form.ts'
import { type Crud, type Edited, editedInput, staleAfter, type Versioned, valuesOf } from './crud.ts'
import { OpenedRecord } from './OpenedRecord.tsx'

interface CrudFormProps<R extends Versioned> {
  readonly title: string
  readonly crud: Crud<R>
  readonly children: ReactNode
  /** Asks before saving; false cancels. */
  readonly ask?: (values: Values) => Promise<boolean>
}

export function AddPage<R extends Versioned>({ crud, ...page }: CrudFormProps<R>) {
  const [next, setNext] = useState<{ round: number; start: Values }>({ round: 0, start: crud.empty })
  const goOn = (saved: unknown) =>
    setNext(({ round }) => ({ round: round + 1, start: { ...crud.empty, ...crud.nextOf?.(saved as R) } }))
  // A new form each time: nothing of the last record stays in it.
  return <AddForm key={next.round} crud={{ ...crud, empty: next.start }} isNext={next.round > 0} onAnother={goOn} {...page} />
}

interface AddFormProps<R extends Versioned> extends CrudFormProps<R> {
  readonly isNext: boolean
  readonly onAnother: (saved: unknown) => void
}

function AddForm<R extends Versioned>({ title, crud, isNext, onAnother, ask, children }: AddFormProps<R>) {
  const form = useRecordForm({
    call: crud.calls.create as Endpoint,
    start: crud.empty,
    pending: t('Creating {{noun}}...', { noun: t(crud.noun).toLowerCase() }),
    stale: staleAfter(crud),
    list: crud.path,
    onAnother,
    ...(ask && { ask }),
  })
  const { element } = form
  useEffect(() => {
    if (isNext) element.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isNext, element])
  return (
    <FormPage title={title} form={form}>
      {children}
    </FormPage>
  )
}

interface EditPageProps<R extends Versioned> {
  readonly title: string
  readonly crud: Edited<R>
  readonly children: ReactNode | ((row: R) => ReactNode)
  readonly subtitleOf?: (row: R) => string
  /** Asks before saving over `base`, the record as the form knows it; false cancels. */
  readonly ask?: (values: Values, base: R) => Promise<boolean>
}

export function EditPage<R extends Versioned>({ children, ...page }: EditPageProps<R>) {
  return (
    <OpenedRecord title={page.title} call={page.crud.calls.show as Endpoint}>
      {(row, refetch) => (
        <EditForm {...page} row={row as R} refetch={refetch}>
          {typeof children === 'function' ? children(row as R) : children}
        </EditForm>
      )}
    </OpenedRecord>
  )
}

interface EditFormProps<R extends Versioned> extends EditPageProps<R> {
  readonly children: ReactNode
  readonly row: R
  readonly refetch: () => void
}

function EditForm<R extends Versioned>({ title, subtitleOf, crud, row, refetch, ask, children }: EditFormProps<R>) {
  const { form, notice } = useEditForm<R>({
    call: crud.calls.update as Endpoint,
    row,
    valuesOf: (shown) => valuesOf(crud.empty, shown),
    inputOf: (values, from, inDoubt) => editedInput(crud, values, from, inDoubt),
    guarded: crud.guarded,
    refetch,
    pending: t('Updating {{noun}}...', { noun: t(crud.noun).toLowerCase() }),
    stale: staleAfter(crud),
    list: crud.path,
    ...(ask && { ask }),
  })
  return (
    <FormPage title={title} form={form} notice={notice} {...(subtitleOf && { subtitle: subtitleOf(row) })}>
      {children}
    </FormPage>
  )
}
