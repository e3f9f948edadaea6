import { z } from 'zod'
import type { ModuleKey } from './access.ts'
import { get, Nothing, post } from './endpoint.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, MAX_RICH_TEXT } from './limits.ts'
import { AdminName, ById, filter, Id, Instant, listInput, listOf, required, text, whole } from './list.ts'

/** What a plain resource says of itself: its fields are written out by the feature, its verbs are shared. */
interface Plain<R extends z.ZodRawShape, C extends z.ZodRawShape, U extends z.ZodRawShape> {
  /** Its part of the addresses: 'banner' is listed at /admin/banners and shown at /admin/banner/:id. */
  readonly path: string
  /** As the messages say it: 'Banner created successfully'. */
  readonly name: string
  /** One task for seeing and editing. */
  readonly access: ModuleKey
  /** Columns by which its list sorts, beside `id` and `created_at`. */
  readonly sorts: readonly string[]
  readonly fields: { readonly row: R; readonly create: C; readonly update: U }
}

/** A list that answers all rows unless `limit` is sent (rules 1.7), in its own order unless one of `sorts` is. */
const wholeListInput = (sorts: readonly [string, ...string[]]) =>
  listInput(sorts, { limit: filter(whole(1, MAX_PAGE_SIZE)) }).omit({ q: true })

/** The row's `version` as it was when the form opened; another one now: 409, with the present row in `data`. */
export const Version = filter(whole(1, Number.MAX_SAFE_INTEGER))

/** The five calls of a plain resource. To differ, spread them and replace one. */
export const crud = <R extends z.ZodRawShape, C extends z.ZodRawShape, U extends z.ZodRawShape>(plain: Plain<R, C, U>) => {
  const { path, name, access, sorts, fields } = plain
  const Row = z.object({ id: Id, ...fields.row, version: z.number(), created_at: Instant })
  const subject = path.replaceAll('-', '_')
  const one = `/admin/${path}`
  const what = name.toLowerCase()
  return {
    list: get(`/admin/${path}s`, {
      access,
      about: `Every ${what}; one page of them where a limit is sent`,
      input: wholeListInput(['id', 'created_at', ...sorts]),
      output: listOf(Row),
    }),
    show: get(`${one}/:id`, { access, about: `One ${what}`, input: ById, output: Row }),
    create: post(`${one}/create`, {
      access,
      about: `Add a ${what}`,
      input: z.object({ ...fields.create }),
      output: Row,
      done: `${name} created successfully`,
      // Whoever repeats it for want of an answer would make a second one.
      keyed: true,
      audit: { subject, fields: Object.keys(fields.create) },
    }),
    update: post(`${one}/update/:id`, {
      access,
      about: `Change a ${what}; with the version that was read, a change in between is noticed`,
      input: z.object({ id: Id, version: Version, ...fields.update }),
      output: Row,
      done: `${name} updated successfully`,
      audit: { subject, fields: Object.keys(fields.update) },
    }),
    remove: post(`${one}/delete/:id`, {
      access,
      about: `Delete a ${what}`,
      input: ById,
      output: Nothing,
      done: `${name} deleted successfully`,
      audit: { subject, fields: [] },
    }),
  }
}

/** An image of a new row: the path that an upload answered. */
export const Picture = (message: string) => required(message, 300)
/** An image of a present row: absent or empty keeps the old one. */
export const KeptPicture = filter(text(300))

/** HTML of the editor; the server keeps what its allow-list names. */
export const RichText = text(MAX_RICH_TEXT)

const isWebAddress = (value: string) => value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))

/** Empty, or a web address: nothing else becomes a link. */
export const WebAddress = text(500).refine(isWebAddress, 'Enter a link that begins with http:// or https://')
export const Link = WebAddress.default('')

/** Whether customers can have it now, and if not, why not. */
const AVAILABILITIES = ['on_sale', 'inactive', 'stock_out', 'no_codes', 'no_packages'] as const
export type Availability = (typeof AVAILABILITIES)[number]
export const Availability = z.enum(AVAILABILITIES)

/** The words for it. */
export const AVAILABILITY_LABELS: Readonly<Record<Availability, string>> = {
  on_sale: 'On sale',
  inactive: 'Inactive',
  stock_out: 'Stock out',
  no_codes: '0 codes',
  no_packages: 'No packages',
}

/** One change of a product's stock: who or which order made it, from what to what. */
export const Movement = z.object({
  id: Id,
  at: Instant,
  from: z.number(),
  to: z.number(),
  /** to - from, made by the database. */
  change: z.number(),
  /** 'order', 'cancel' and 'correction' name an order, 'edit' an admin, 'start' is the row's first value. */
  cause: z.enum(['start', 'edit', 'order', 'cancel', 'correction', 'other']),
  order_id: Id.nullable(),
  Admin: AdminName.nullable(),
})
export type Movement = z.output<typeof Movement>

/** The call that lists a product's movements, newest first. */
export const movementsOf = (path: string, access: ModuleKey) =>
  get(`/admin/${path}/movements/:id`, {
    access,
    about: 'What changed the stock: who, by which order, from what to what; newest first',
    input: z.object({
      id: Id,
      page: whole(1, MAX_PAGE).default(1),
      limit: whole(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    }),
    output: listOf(Movement).extend({ total_capped: z.boolean() }),
  })
