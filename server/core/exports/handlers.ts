import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ExportFormat } from '#contract/exports.ts'
import type { Context, Streamed } from '../../platform/context.ts'
import { CSV_TYPE, shopToday } from './csv.ts'
import { type Column, csvNewestFirst, type ExportPage, type Kind } from './rows.ts'
import { xlsxOf } from './xlsx.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: CSV_TYPE,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface Asked {
  readonly format: ExportFormat
}

interface Export<I> {
  /** Of the file, without its day and ending. */
  name(input: I): string
  /** Refuses before anything is written down or sent. */
  check?(ctx: Context, input: I): Promise<unknown>
  /** Of the columns; further ones than the rows have do no harm. */
  readonly kinds: readonly Kind[]
  csv(ctx: Context, input: I): AsyncIterable<string | Buffer>
}

/** The handler of an export: it writes CSV, and an .xlsx file is made of that. */
export const exportHandler = <I extends Asked>({
  name,
  check,
  kinds,
  csv,
}: Export<I>): Streamed<Endpoint<z.ZodType<I>, z.ZodType<string>>> => ({
  type: TYPES,
  ...(check && { check }),
  fileName: (input) => `${name(input)}-${shopToday()}.${input.format}`,
  stream: (ctx, input) => (input.format === 'csv' ? csv(ctx, input) : xlsxOf(csv(ctx, input), kinds)),
})

interface ListExport<I> extends Pick<Export<I>, 'check'> {
  readonly name: string
  readonly columns: readonly Column[]
  page(ctx: Context, query: Omit<I, 'format'>): Promise<ExportPage>
}

/** The handler of a list's export. */
export const listExportHandler = <I extends Asked>({ name, check, columns, page }: ListExport<I>) =>
  exportHandler<I>({
    name: () => name,
    ...(check && { check }),
    kinds: columns.map(([, , kind]) => kind),
    async *csv(ctx, { format: _, ...query }) {
      yield* csvNewestFirst(ctx.db, columns, await page(ctx, query))
    },
  })
