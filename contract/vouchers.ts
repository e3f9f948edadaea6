import { z } from 'zod'
import { Version } from './crud.ts'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { flow } from './flow.ts'
import { MAX_LONG_BODY_BYTES, MAX_VOUCHER_CODE, MAX_VOUCHER_PASTE, VOUCHER_LINES_MAX } from './limits.ts'
import { ById, filter, freeText, Id, IdOut, Instant, listInput, numberText, plain, requiredFreeText } from './list.ts'
import { say } from './messages/fields.ts'
import { hasLinesAtMost } from './voucher-lines.ts'

/** Rules 6.2 and 6.3: Used is final. `setBack` undoes a mistake. */
export const voucherFlow = flow({ '0': ['1', '2'], '1': ['0', '2'], '2': [] })

const STATUSES = [0, 1, 2] as const

const MEANING = '0 Hide, 1 Ready, 2 Used'

export const VoucherStatus = z
  .preprocess(
    numberText(/^[012]$/),
    z.union([z.literal(1), z.literal(2), z.literal(0)], { error: say('voucher_status_not_selected') }),
  )
  .describe(MEANING)
export type VoucherStatus = (typeof STATUSES)[number]

/** The specification's labels. 0 hides a code there, too. */
export const VOUCHER_FORM_LABELS = [
  [0, 'Select Status'],
  [1, 'Active'],
  [2, 'Used'],
] as const satisfies readonly (readonly [VoucherStatus, string])[]

export const statusesFrom = (status: VoucherStatus): VoucherStatus[] =>
  STATUSES.filter((next) => next === status || voucherFlow.allows(`${status}`, `${next}`))

const MASK = '••••'

/** No code contains the dots. */
export const maskOf = (last4: string): string => `${MASK}${last4}`

/** The last 4 characters; of a code shorter than 12 at most a quarter, so that the rest cannot be guessed. */
export const lastOf = (code: string): string => code.slice(code.length - (code.length < 12 ? Math.floor(code.length / 4) : 4))

export const VoucherRow = z.object({
  id: IdOut,
  code: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]).describe(MEANING),
  package_id: IdOut,
  package_name: z.string(),
  product_name: z.string(),
  user_id: IdOut.nullable(),
  User: z.object({ username: z.string() }).nullable(),
  /** Null if there is none or the caller may not see it. */
  order_id: IdOut.nullable(),
  /** The last day on which it is delivered. */
  expires_on: z.string().nullable(),
  /** Ready, but not delivered any more. */
  is_expired: z.boolean(),
  batch: z.object({ id: IdOut, name: z.string() }).nullable(),
  created_at: Instant,
  used_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  version: z.number(),
})
export type VoucherRow = z.output<typeof VoucherRow>

const Voucher = VoucherRow.extend({
  /** Same as package_id: the existing edit screen reads this spelling. */
  pacage_id: IdOut,
  /** `code` is the full code: for a few minutes after a holder of vouchers_reveal asked for it. */
  is_revealed: z.boolean(),
})
export type Voucher = z.output<typeof Voucher>

/** What a customer gets. */
const Revealed = z.object({ code: z.string(), pin: z.string().nullable(), serial: z.string().nullable() })
export type Revealed = z.output<typeof Revealed>

const VOUCHER_SORTS = ['id', 'created_at'] as const

const WholeCode = plain(filter(freeText(MAX_VOUCHER_CODE)))

const voucherFilters = {
  user: filter(Id),
  package: filter(Id),
  status: filter(VoucherStatus),
  voucher: WholeCode,
}
const voucherListInput = listInput(VOUCHER_SORTS, voucherFilters).omit({ q: true })
export type VoucherQuery = z.output<typeof voucherListInput>

const VoucherList = z.object({ vouchers: z.array(VoucherRow), voucher_count: z.number(), total: z.number() })

const Added = z.object({
  created: z.number(),
  duplicates: z.array(z.string()),
  invalid: z.array(z.string()),
  reasons: z.array(z.string()),
})
export type Added = z.output<typeof Added>

const PackageCodes = z.object({
  package_id: IdOut,
  name: z.string(),
  product_name: z.string(),
  ready: z.number(),
  used: z.number(),
  hidden: z.number(),
  /** Of the ready ones, those that are not delivered any more. */
  expired: z.number(),
  /** So many more orders its recipe has codes for, beyond the open ones. */
  codes_left: z.number(),
  used_lately: z.number(),
  /** How long the codes of its recipe last at the rate at which all packages use them, rounded down; null if none was used. */
  days_left: z.number().nullable(),
  is_low: z.boolean(),
  low_since: Instant.nullable(),
})
export type PackageCodes = z.output<typeof PackageCodes>

const LIFE_EVENTS = ['added', 'revealed', 'edited', 'set_back', 'delivered', 'deleted', 'restored'] as const

const LifeEntry = z.object({
  at: Instant,
  event: z.enum(LIFE_EVENTS),
  by: z.string(),
  before: z.object({ status: z.number(), package_id: z.number() }).nullable(),
  after: z.object({ status: z.number().optional(), package_id: z.number().optional() }).nullable(),
  code_changed: z.boolean(),
  /** Of a code that was set back. */
  reason: z.string().nullable(),
})
export type LifeEntry = z.output<typeof LifeEntry>

/** An empty select gets a different message than a wrong id. */
export const PackageId = z.preprocess((value, ctx) => {
  if (value !== undefined && value !== null && value !== '') return value
  ctx.addIssue(say('package_id_required'))
  return z.NEVER
}, Id)

const subject = 'voucher'

export const vouchers = {
  list: get('/admin/unipins', {
    access: 'vouchers_view',
    about: 'Vouchers with masked codes: filtered by user, package, status or whole code, one page',
    input: voucherListInput,
    output: VoucherList,
  }),
  exportRows: post('/admin/unipins/export', {
    access: 'vouchers_export',
    effects: ['exports'],
    about: 'The filtered vouchers as CSV or .xlsx, without codes, PINs and serials',
    input: z.object({ ...voucherFilters, ...exportFormat }),
    output: z.string(),
    audit: { subject, fields: ['user', 'package', 'status'] },
  }),
  show: get('/admin/unipin/:id', {
    access: 'vouchers_view',
    about: 'One voucher; with the full code where the caller holds vouchers_reveal and has asked for it (`reveal`), else masked',
    input: ById,
    output: Voucher,
  }),
  reveal: post('/admin/unipin/reveal/:id', {
    access: 'vouchers_reveal',
    // Beyond REVEALS_UNCONFIRMED codes.
    effects: [{ effect: 'reveals' }],
    about:
      'Read a voucher’s code, PIN and serial; recorded, and for some minutes GET /admin/unipin/:id answers it to the same admin',
    input: ById,
    output: Revealed,
    audit: { subject, fields: [] },
  }),
  add: post('/admin/unipin/create', {
    access: 'vouchers_add',
    effects: [],
    about:
      'Add a voucher per line of `code`; codes that were ever there, by their letters and digits, and lines that are none are reported',
    input: z.object({
      code: z
        .string({ error: say('must_be_text') })
        .max(MAX_VOUCHER_PASTE, { error: say('paste_too_long'), abort: true })
        .refine((paste) => hasLinesAtMost(paste, VOUCHER_LINES_MAX), say('codes_at_most', { most: VOUCHER_LINES_MAX }))
        .default(''),
      status: VoucherStatus.default(1),
      package_id: PackageId,
    }),
    maxBodyBytes: MAX_LONG_BODY_BYTES,
    takesLong: true,
    output: Added,
    done: 'UniPin created successfully',
    audit: { subject, fields: ['status', 'package_id'] },
  }),
  update: post('/admin/unipin/update/:id', {
    access: 'vouchers_add',
    effects: [],
    about:
      'Edit a voucher that is not used; without a code, or with its mask, the code stays; another code needs vouchers_reveal',
    input: z.object({
      id: Id,
      version: Version,
      code: plain(requiredFreeText(say('voucher_code_required'), MAX_VOUCHER_CODE).optional()),
      status: VoucherStatus.optional(),
      package_id: PackageId,
    }),
    output: Voucher,
    done: 'Voucher updated successfully',
    // Whether the code changed depends on the row, so the handler checks this.
    needs: [{ module: 'vouchers_reveal', field: 'code' }],
    audit: { subject, fields: ['status', 'package_id'] },
  }),
  setBack: post('/admin/unipin/set-back/:id', {
    access: 'super',
    effects: [],
    about:
      'Make a code Ready again that an admin set to Used by mistake, with a reason; one that an order was delivered with stays Used',
    input: z.object({ id: Id, version: Version, reason: requiredFreeText(say('reason_required')) }),
    output: Nothing,
    done: 'Voucher updated successfully',
    audit: { subject, fields: ['reason'] },
  }),
  remove: post('/admin/unipin/delete/:id', {
    access: 'vouchers_delete',
    effects: [],
    about: 'Put a voucher into the recycle bin, if it is still the `version` that was asked about; its code stays taken',
    input: ById.extend({ version: Version }),
    output: Nothing,
    done: 'UniPin deleted successfully',
    audit: { subject, fields: [] },
  }),
  bin: get('/admin/unipins/bin', {
    onStandby: true,
    access: 'vouchers_delete',
    about: 'Deleted vouchers, newest first: one page',
    input: listInput(VOUCHER_SORTS, {}).omit({ q: true }),
    output: VoucherList,
  }),
  restore: post('/admin/unipin/restore/:id', {
    access: 'vouchers_delete',
    effects: [],
    about: 'Take a voucher out of the recycle bin, with the status that it had',
    input: ById,
    output: Nothing,
    done: 'UniPin restored successfully',
    audit: { subject, fields: [] },
  }),
  counts: get('/admin/unipins/counts', {
    onStandby: true,
    access: 'vouchers_view',
    about: 'Per package that sells vouchers: its codes by status, how long they last, and whether they run low',
    input: NoInput,
    output: z.object({ packages: z.array(PackageCodes) }),
  }),
  life: get('/admin/unipin/life/:id', {
    access: 'vouchers_view',
    about:
      'What happened to a code: added, read, edited, delivered, deleted, restored, and by whom; a deleted one needs vouchers_delete',
    input: ById,
    output: z.object({
      voucher: VoucherRow,
      /** The newest entries, oldest first. */
      life: z.array(LifeEntry),
      has_more: z.boolean(),
    }),
  }),
}
