import type { Output } from '#contract/endpoint.ts'
import { VOUCHER_LINES_MAX } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { type ColumnField, voucherImports } from '#contract/voucher-imports.ts'
import { CSV_TYPE, csvHead, shopToday } from '../../core/exports/csv.ts'
import { literal } from '../../core/lists/statement.ts'
import { readTable } from '../../core/tables/read-table.ts'
import { type Handlers, holds, phases } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { readCsv } from '../../platform/db/lines.ts'
import { nextIds } from '../../platform/db/next-ids.ts'
import { Conflict, found, Invalid } from '../../platform/errors.ts'
import { addCodes, openPackage } from './add-codes.ts'
import { recogniseColumns } from './columns.ts'
import { readCodes } from './read-codes.ts'
import { sealCodes } from './seal-codes.ts'

/** A preview names no more lines. */
const LINES_SHOWN = 200
const SAMPLES = 3
const BATCHES_SHOWN = 20

export const voucherImportHandlers: Handlers<typeof voucherImports> = {
  preview: phases(voucherImports.preview, {
    attempt: async () => null,
    prepare: ({ columns }, _, { file }) => readFile(file, columns),
    async run({ vault }, _input, { header, rows, fields, codes, leftOut }) {
      return {
        header_line: header?.line ?? null,
        columns: fields.map((field, at) => ({
          field,
          title: header?.cells[at]?.trim() ?? '',
          samples: rows.flatMap(({ cells }) => cells[at]?.trim() || []).slice(0, SAMPLES),
        })),
        codes: codes.length,
        repeated: codes.length - new Set(codes.map(({ code }) => vault.index(code).toString('hex'))).size,
        left_out: leftOut.slice(0, LINES_SHOWN),
        left_out_count: leftOut.length,
      }
    },
  }),

  add: phases(voucherImports.add, {
    attempt: async ({ vault }) => vault,
    async prepare({ columns, keep }, vault, { db, file }) {
      const { fields, codes, leftOut } = await readFile(file, columns, keep)
      if (!fields.includes('code')) throw new Invalid('no_code_column', 'columns')
      if (codes.length === 0) throw new Invalid('no_line_is_code', 'file', { left_out: leftOut.slice(0, LINES_SHOWN) })
      return { sealed: await sealCodes(vault, await nextIds(db, 'vouchers', codes.length), codes), leftOut }
    },
    async run(ctx, { package_id, status, name, cost }, { sealed, leftOut }) {
      await openPackage(ctx, { package_id, status })
      const values = { package_id, name, cost: cost ?? null, added_by: ctx.admin.id }
      const { id } = await ctx.db.insertInto('voucher_batches').values(values).returning('id').executeTakeFirstOrThrow()
      const { created, known } = await addCodes(ctx, { package_id, status, batch: { id, cost: cost ?? null } }, sealed)
      const counts = { duplicates: known.length + sealed.repeated.length, left_out: leftOut.length }
      if (created === 0) throw new Conflict('all_codes_exist', { ...counts, created }, 'file')
      const skips = [
        ...leftOut.map(({ line, reason }) => ({ line, reason })),
        ...known.map(({ place, voucher_id }) => ({ line: sealed.codes[place - 1]?.line, reason: 'already added', voucher_id })),
        ...sealed.repeated.map(({ line }) => ({ line, reason: 'repeated in this file' })),
      ]
      await query(ctx.db, ADD_SKIPS, [id, JSON.stringify(skips)])
      // Without the right to reveal, this would tell which codes exist.
      const tried = holds(ctx.admin, 'vouchers_reveal') ? {} : { existing: known.length }
      ctx.note({ subjectId: id, created, ...counts, ...tried })
      return { batch_id: id, created, ...counts }
    },
  }),

  async batches({ db }) {
    const batches = await query<Output<typeof voucherImports.batches>['batches'][number]>(db, BATCHES)
    return { batches, total: batches.length }
  },

  report: {
    type: CSV_TYPE,
    fileName: ({ id }) => `batch-${id}-${shopToday()}.csv`,
    check: ({ db }, { id }) => findBatch(db, id),
    async *stream({ db }, { id }) {
      yield csvHead(['Line', 'Result', 'Reason', 'Voucher ID', 'Code ends in'])
      for (const { content } of await readCsv(db, reportOf(id))) yield content
    },
  },
}

/** The rows of a file below its titles, and the codes in them. */
const readFile = async (file: string | undefined, columns?: readonly ColumnField[], keep?: readonly number[]) => {
  const all = await readTable(file ?? '', 'file')
  if (all.length === 0) throw new Invalid('codes_required', 'file')
  const { fields: recognised, header } = recogniseColumns(all)
  const fields = recognised.map((field, at) => columns?.[at] ?? field)
  const rows = all.filter((row) => row !== header)
  const { codes, leftOut } = await readCodes(rows, { fields, keep: new Set(keep), today: shopToday() })
  if (codes.length > VOUCHER_LINES_MAX) throw new Invalid(worded('table_too_long', { most: VOUCHER_LINES_MAX }), 'file')
  return { header, rows, fields, codes, leftOut }
}

const ADD_SKIPS = `
  insert into voucher_batch_skips (batch_id, line, reason, voucher_id)
  select $1, line, reason, voucher_id from jsonb_to_recordset($2::jsonb) as s (line integer, reason text, voucher_id bigint)`

const BATCHES = `
  select b.id, b.name, b.package_id, k.name as package_name, p.name as product_name, b.cost, c.total_cost, c.created,
    (select count(*) from voucher_batch_skips s where s.batch_id = b.id) as skipped, jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) as "Admin",
    b.created_at
  from voucher_batches b
  join topup_packages k on k.id = b.package_id
  join topup_products p on p.id = k.product_id
  join admins a on a.id = b.added_by
  cross join lateral (select count(*) as created, sum(v.cost) as total_cost from vouchers v where v.batch_id = b.id) as c
  order by b.id desc
  limit ${BATCHES_SHOWN}`

const findBatch = async (db: Db, id: number) => found((await query(db, 'select id from voucher_batches where id = $1', [id]))[0])

const reportOf = (id: number) => `
  select line, result, reason, voucher_id, last4
  from (
    select batch_line as line, 'Added' as result, null as reason, id as voucher_id, code_last4 as last4
    from vouchers where batch_id = ${literal(id)}
    union all
    select line, 'Left out', reason, voucher_id, null from voucher_batch_skips where batch_id = ${literal(id)}
  ) as lines
  order by line, voucher_id`
