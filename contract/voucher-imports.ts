import { z } from 'zod'
import { get, NoInput, post } from './endpoint.ts'
import { KEPT_LINES_MAX, TABLE_COLUMNS_MAX, TABLE_MAX_BYTES } from './limits.ts'
import { AdminName, ById, filter, IdOut, Instant, required, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { Amount, TkOut } from './money.ts'
import { PackageId, VoucherStatus } from './vouchers.ts'

/** What a column of a file holds. Each cell of a code column is a voucher. */
export const COLUMN_FIELDS = ['code', 'pin', 'serial', 'expiry', 'cost', 'skip'] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

const listIn = <T extends z.ZodType>(item: T, most: number, error: string) =>
  filter(
    z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(item, { error }).max(most, error)),
  )

const FIELD_UNKNOWN = say('must_be_one_of', { values: COLUMN_FIELDS.join(', ') })

const reading = {
  columns: listIn(z.enum(COLUMN_FIELDS, { error: FIELD_UNKNOWN }), TABLE_COLUMNS_MAX, FIELD_UNKNOWN).describe(
    'What each column holds, in order; by default as it is recognised',
  ),
}

const LeftOut = z.object({
  line: z.number(),
  text: z.string(),
  reason: z.string(),
  /** `keep` adds it all the same. */
  can_keep: z.boolean(),
})
export type LeftOut = z.output<typeof LeftOut>

const Preview = z.object({
  /** The line with the titles of the columns; null without one. */
  header_line: z.number().nullable(),
  columns: z.array(z.object({ field: z.enum(COLUMN_FIELDS), title: z.string(), samples: z.array(z.string()) })),
  codes: z.number(),
  repeated: z.number(),
  /** Of the first lines. */
  left_out: z.array(LeftOut),
  left_out_count: z.number(),
})
export type Preview = z.output<typeof Preview>

const Imported = z.object({
  batch_id: IdOut,
  created: z.number(),
  /** There already, deleted or repeated in the file. */
  duplicates: z.number(),
  left_out: z.number(),
})
export type Imported = z.output<typeof Imported>

const Batch = z.object({
  id: IdOut,
  name: z.string(),
  package_id: IdOut,
  package_name: z.string(),
  product_name: z.string(),
  cost: TkOut.nullable().describe('Of one code, where its line has no other'),
  /** What its codes cost together, where that is known. */
  total_cost: TkOut.nullable(),
  created: z.number(),
  skipped: z.number(),
  Admin: AdminName,
  created_at: Instant,
})
export type Batch = z.output<typeof Batch>

const upload = { field: 'file', maxBytes: TABLE_MAX_BYTES, failed: 'file_failed' } as const
const subject = 'voucher_batch'

/** Codes from a file or a paste; in the browser both are sent as a file. */
export const voucherImports = {
  preview: post('/admin/unipins/import/preview', {
    access: 'vouchers_add',
    effects: [],
    about:
      'Read a file of codes (text, CSV, TSV or .xlsx, up to 20 MB, field file) and answer what an import would do; nothing is stored',
    input: z.object(reading),
    output: Preview,
    upload,
    takesLong: true,
    audit: 'none',
  }),
  add: post('/admin/unipins/import', {
    access: 'vouchers_add',
    effects: [],
    about: 'Add the codes of a file as a batch; suspicious lines are left out unless `keep` names them',
    input: z.object({
      ...reading,
      package_id: PackageId,
      status: VoucherStatus.default(1),
      name: required(say('name_required'), 100),
      cost: filter(Amount).describe('Of one code, where its line has no other'),
      keep: listIn(whole(1, 10_000_000), KEPT_LINES_MAX, say('lines_at_most', { most: KEPT_LINES_MAX })).describe(
        'Numbers of suspicious lines that are codes',
      ),
    }),
    output: Imported,
    upload,
    takesLong: true,
    done: 'Codes imported successfully',
    audit: { subject, fields: ['package_id', 'status', 'name', 'cost'] },
  }),
  batches: get('/admin/unipins/batches', {
    access: 'vouchers_add',
    about: 'The newest 20 batches of imported codes',
    input: NoInput,
    output: z.object({ batches: z.array(Batch), total: z.number() }),
  }),
  report: post('/admin/unipins/batch/report/:id', {
    access: 'vouchers_add',
    effects: [],
    about: 'What became of each line of a batch as CSV, without codes',
    input: ById,
    output: z.string(),
    audit: { subject, fields: [] },
  }),
}
