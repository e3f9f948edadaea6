import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { t } from '../../ui/text/i18n.ts'
import { Changed, useChanges } from '../Changed.tsx'
import { FormPage } from '../FormPage.tsx'
import { useRecordForm } from '../use-record-form.ts'
import { type Crud, editedInput, staleAfter, type Versioned, valuesOf } from './crud.ts'
import { OpenedRecord } from './OpenedRecord.tsx'

interface CrudFormProps<R extends Versioned> {
  readonly title: string
  readonly crud: Crud<R>
  readonly children: ReactNode
}

export function AddPage<R extends Versioned>({ title, crud, children }: CrudFormProps<R>) {
  const form = useRecordForm({
    call: crud.calls.create as Endpoint,
    start: crud.empty,
    pending: t('Creating {{noun}}...', { noun: t(crud.noun).toLowerCase() }),
    stale: staleAfter(crud),
    list: crud.path,
  })
  return (
    <FormPage title={title} form={form}>
      {children}
    </FormPage>
  )
}

interface EditPageProps<R extends Versioned> extends Omit<CrudFormProps<R>, 'children'> {
  readonly children: ReactNode | ((row: R) => ReactNode)
}

export function EditPage<R extends Versioned>({ title, crud, children }: EditPageProps<R>) {
  return (
    <OpenedRecord title={title} call={crud.calls.show as Endpoint}>
      {(row, refetch) => (
        <EditForm title={title} crud={crud} row={row as R} refetch={refetch}>
          {typeof children === 'function' ? children(row as R) : children}
        </EditForm>
      )}
    </OpenedRecord>
  )
}

interface EditFormProps<R extends Versioned> extends CrudFormProps<R> {
  readonly row: R
  readonly refetch: () => void
}

function EditForm<R extends Versioned>({ title, crud, row, refetch, children }: EditFormProps<R>) {
  const changes = useChanges(crud, row)
  const form = useRecordForm({
    call: crud.calls.update as Endpoint,
    start: valuesOf(crud.empty, row),
    inputOf: (values) => editedInput(values, changes.base, crud.guarded),
    pending: t('Updating {{noun}}...', { noun: t(crud.noun).toLowerCase() }),
    stale: staleAfter(crud),
    list: crud.path,
    onConflict: refetch,
  })
  return (
    <FormPage
      title={title}
      form={form}
      notice={
        form.isSaved ? null : (
          <Changed changes={changes} fields={form.fields} lastSent={form.lastSent} wasRefused={form.error?.status === 409} />
        )
      }
    >
      {children}
    </FormPage>
  )
}
