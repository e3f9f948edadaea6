import { z } from 'zod'
import type { ModuleKey } from './access.ts'
import type { Effect } from './effects.ts'
import { get, Nothing, post } from './endpoint.ts'
import { MAX_PAGE_SIZE, MAX_RICH_TEXT } from './limits.ts'
import { AdminName, ById, filter, freeText, Id, Instant, listInput, listOf, paging, required, text, whole } from './list.ts'
import { say } from './messages/fields.ts'

interface Plain<R extends z.ZodRawShape, C extends z.ZodRawShape, U extends z.ZodRawShape> {
  /** 'banner' is listed at /admin/banners and read at /admin/banner/:id. */
  readonly path: string
  readonly name: string
  readonly access: ModuleKey
  /** Of each of its changes. */
  readonly effects: readonly Effect[]
  readonly sorts: readonly string[]
  readonly fields: { readonly row: R; readonly create: C; readonly update: U }
}

/** Returns all rows unless `limit` is sent (rules 1.7). */
const wholeListInput = (sorts: readonly [string, ...string[]]) =>
  listInput(sorts, { limit: filter(whole(1, MAX_PAGE_SIZE)) }).omit({ q: true })

/** Optimistic lock: the row's `version` when the form opened. If it has changed: 409 with the current row in `data`. */
export const Version = filter(whole(1, Number.MAX_SAFE_INTEGER))

/** The five endpoints of a plain resource. To override one, spread them and replace it. */
export const crud = <R extends z.ZodRawShape, C extends z.ZodRawShape, U extends z.ZodRawShape>(plain: Plain<R, C, U>) => {
  const { path, name, access, effects, sorts, fields } = plain
  const Row = z.object({ id: Id, ...fields.row, version: z.number(), created_at: Instant })
  const subject = path.replaceAll('-', '_')
  const one = `/admin/${path}`
  const what = name.toLowerCase()
  return {
    list: get(`/admin/${path}s`, {
      onStandby: true,
      access,
      about: `Every ${what}; one page of them where a limit is sent`,
      input: wholeListInput(['id', 'created_at', ...sorts]),
      output: listOf(Row),
    }),
    show: get(`${one}/:id`, { access, about: `One ${what}`, input: ById, output: Row }),
    create: post(`${one}/create`, {
      access,
      effects,
      about: `Add a ${what}`,
      input: z.object({ ...fields.create }),
      output: Row,
      done: `${name} created successfully`,
      keyed: true,
      audit: { subject, fields: Object.keys(fields.create) },
    }),
    update: post(`${one}/update/:id`, {
      access,
      effects,
      about: `Change a ${what}; with the version that was read, a change in between is noticed`,
      input: z.object({ id: Id, version: Version, ...fields.update }),
      output: Row,
      done: `${name} updated successfully`,
      audit: { subject, fields: Object.keys(fields.update) },
    }),
    remove: post(`${one}/delete/:id`, {
      access,
      effects,
      about: `Delete a ${what}`,
      input: ById,
      output: Nothing,
      done: `${name} deleted successfully`,
      audit: { subject, fields: [] },
    }),
  }
}

/** The path that an upload returned. */
export const Picture = (message: string) => required(message, 300)
/** Absent or empty keeps the current image. */
export const StoredPicture = filter(text(300))

/** HTML of the editor. The server removes what is not on its allow-list. */
export const RichText = freeText(MAX_RICH_TEXT)

const isWebAddress = (value: string) => value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))

/** Only http and https, because it becomes a link. May be empty. */
export const WebAddress = text(500).refine(isWebAddress, say('link_malformed'))
export const Link = WebAddress.default('')

const AVAILABILITIES = ['on_sale', 'inactive', 'stock_out', 'no_codes', 'no_packages'] as const
export type Availability = (typeof AVAILABILITIES)[number]
export const Availability = z.enum(AVAILABILITIES)

export const AVAILABILITY_LABELS: Readonly<Record<Availability, string>> = {
  on_sale: 'On sale',
  inactive: 'Inactive',
  stock_out: 'Stock out',
  no_codes: '0 codes',
  no_packages: 'No packages',
}

export const Movement = z.object({
  id: Id,
  at: Instant,
  from: z.number(),
  to: z.number(),
  /** to - from, computed by the database. */
  change: z.number(),
  /** 'order', 'cancel' and 'correction' name an order, 'edit' an admin. 'start' is the first value. */
  cause: z.enum(['start', 'edit', 'order', 'cancel', 'correction', 'other']),
  order_id: Id.nullable(),
  Admin: AdminName.nullable(),
})
export type Movement = z.output<typeof Movement>

export const movementsOf = (path: string, access: ModuleKey) =>
  get(`/admin/${path}/movements/:id`, {
    access,
    about: 'What changed the stock: who, by which order, from what to what; newest first',
    input: z.object({ id: Id, ...paging }),
    output: listOf(Movement).extend({ total_capped: z.boolean() }),
  })
