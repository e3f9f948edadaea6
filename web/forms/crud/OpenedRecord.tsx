import { useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { useData } from '../../calls/use-data.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useOpened } from '../use-record-form.ts'

interface OpenedRecordProps<I extends z.ZodType, O extends z.ZodType> {
  readonly title: string
  readonly call: Endpoint<I, O>
  readonly children: (record: Output<Endpoint<I, O>>, refetch: () => void) => ReactNode
}

/** The form of the record named in the URL. Always reads the record first, never uses a cached one. */
export function OpenedRecord<I extends z.ZodType, O extends z.ZodType>({ title, call, children }: OpenedRecordProps<I, O>) {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useData(call, { id: Number(id) } as never)
  const record = useOpened(query, id)
  if (record !== undefined) return <Fragment key={id}>{children(record, () => void query.refetch())}</Fragment>
  return (
    <>
      <PageTitle title={title} />
      {query.error && !query.isFetching ? <ReadError query={query} /> : <Loading rows={5} height={60} />}
    </>
  )
}
