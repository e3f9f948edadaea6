import { z } from 'zod'
import { Version } from './crud.ts'
import { get, Nothing, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { EARN_TYPES, MAX_NAME, MAX_PASSWORD, MAX_SEARCH, TAG_MAX, TAGS_MAX, USER_PASSWORD_MIN } from './limits.ts'
import { ById, days, digits, Flag, filter, freeText, Id, Instant, listInput, spelled, text } from './list.ts'
import { say } from './messages/fields.ts'
import { Balance, PositiveAmount, TkOut } from './money.ts'
import { MoneyFlag } from './money-rows.ts'
import { Phone } from './phone.ts'
import { textKey } from './text.ts'
import { timelineOf } from './timeline.ts'

export const UserRow = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_status: z.string(),
  is_banned: z.number(),
  avatar: z.string(),
  phone: z.string(),
  email: z.string(),
  wallet: TkOut,
  earn_wallet: TkOut,
  scores: z.number(),
  provider: z.string(),
  is_phone_verify: z.number(),
  address: z.string(),
  city: z.string(),
  zip_code: z.string(),
  tags: z.array(z.string()),
  /** Only orders the caller may see; days are in the shop's time zone. */
  today_order: z.number(),
  total_order: z.number(),
  flags: z.array(MoneyFlag),
  version: z.number(),
  created_at: Instant,
})
export type UserRow = z.output<typeof UserRow>

const tag = filter(text(TAG_MAX))

const USER_SORTS = ['id', 'created_at', 'username', 'wallet', 'earn_wallet', 'today_order', 'total_order'] as const

const userListInput = listInput(USER_SORTS, { tag, ...days })
export type UserQuery = z.output<typeof userListInput>

const drawerRow = { id: Id, amount: TkOut, status: z.string(), created_at: Instant }
const DrawerOrder = z.object({ ...drawerRow, name: z.string(), product: z.string() })
const DrawerMoneyRow = z.object({ ...drawerRow, number: z.string() })
const DrawerProductOrder = z.object({ ...drawerRow, name: z.string(), quantity: z.number() })

export const UserDrawer = z.object({
  user: UserRow,
  note: z.string(),
  wallets: z.object({ wallet: TkOut, earn_wallet: TkOut, earn_hold: TkOut }),
  /** Limited to the caller's packages. */
  orders: z.array(DrawerOrder).nullable(),
  product_orders: z.array(DrawerProductOrder).nullable(),
  wallet_adds: z.array(DrawerMoneyRow).nullable(),
  withdrawals: z.array(DrawerMoneyRow).nullable(),
})
export type UserDrawer = z.output<typeof UserDrawer>

/** A comma separates tags. Of two spellings of one tag, the first is kept. */
const Tags = z.preprocess(
  (value) => {
    const isTexts = Array.isArray(value) && value.every((tag) => typeof tag === 'string')
    return isTexts ? tagsOf(value.join(',')) : value
  },
  z.array(text(TAG_MAX), { error: say('must_be_text') }).max(TAGS_MAX, say('at_most', { most: TAGS_MAX })),
)

export const tagsOf = (typed: string): string[] => {
  const tags = typed.split(',').map((tag) => tag.trim().normalize('NFC'))
  return [...new Map(tags.toReversed().map((tag) => [textKey(tag), tag])).values()].toReversed().filter(Boolean)
}

/** Not trimmed: spaces are part of the password. */
export const CustomerPassword = z
  .string({ error: say('password_not_text') })
  .min(USER_PASSWORD_MIN, say('characters_at_least', { least: USER_PASSWORD_MIN }))
  .max(MAX_PASSWORD, say('characters_at_most', { most: MAX_PASSWORD }))

/** Data of the 409 until the deletion is confirmed. */
export const DeletionWarning = z.object({
  wallet: TkOut,
  earn_wallet: TkOut,
  earn_hold: TkOut,
  open_orders: z.number(),
  pending_wallet_adds: z.number(),
  pending_withdrawals: z.number(),
})

export const users = {
  list: get('/admin/users', {
    onStandby: true,
    access: 'users_view',
    about: 'Customers with their wallets: searched, sorted, one page',
    input: userListInput,
    output: z.object({ data: z.array(UserRow), user_count: z.number(), total: z.number(), total_capped: z.boolean() }),
  }),
  exportRows: post('/admin/users/export', {
    access: 'users_export',
    effects: ['exports'],
    about: 'The filtered customers with their wallets as CSV or .xlsx',
    input: z.object({ q: filter(freeText(MAX_SEARCH)), tag, ...days, ...exportFormat }),
    output: z.string(),
    audit: { subject: 'user', fields: ['q', 'tag', 'from', 'to'] },
  }),
  show: get('/admin/user/:id', {
    access: 'users_view',
    about: 'One customer',
    input: ById,
    output: UserRow,
  }),
  drawer: get('/admin/user/drawer/:id', {
    access: 'users_view',
    about: 'A customer at a glance: wallets, newest orders, wallet adds and withdrawals',
    input: ById,
    output: UserDrawer,
  }),
  timeline: timelineOf('/admin/user/timeline/:id', 'users_view', 'a customer; movements of their wallets need statements_view'),
  update: post('/admin/user/update/:id', {
    access: 'users_edit',
    effects: ['customers', { effect: 'money', when: (input) => input.wallet !== undefined }],
    about:
      'Edit a customer; the wallet’s difference is posted under its lock, absent fields stay, and with the version that was read a change in between is noticed',
    input: z.object({
      id: Id,
      version: Version,
      phone: Phone.optional(),
      address: freeText(500).optional(),
      city: text(MAX_NAME).optional(),
      zip_code: digits(text(30)).optional(),
      /** The new balance, sent only if changed. A balance above MAX_TK can only be lowered. */
      wallet: filter(Balance),
      expected_wallet: filter(Balance),
      /** Why the wallet changes: the dashboard always says it. */
      reason: freeText(500).optional(),
      /** Empty keeps the current password. */
      password: z.preprocess((value) => (value === '' || value === null ? undefined : value), CustomerPassword.optional()),
      /** 1: the store's calls for this customer fail from the next one on. */
      is_banned: filter(Flag),
    }),
    output: UserRow,
    done: 'User updated successfully',
    needs: [
      { module: 'users_wallet', field: 'wallet', when: (input) => input.wallet !== undefined },
      { module: 'users_password', field: 'password', when: (input) => input.password !== undefined },
      { module: 'users_ban', field: 'is_banned', when: (input) => input.is_banned !== undefined },
    ],
    keyed: true,
    audit: {
      subject: 'user',
      fields: ['phone', 'address', 'city', 'zip_code', 'wallet', 'expected_wallet', 'reason', 'is_banned'],
    },
  }),
  writeNote: post('/admin/user/note/:id', {
    access: 'users_edit',
    effects: ['customers'],
    about: 'Write the note and the tags of a customer, which only admins see',
    input: z.object({
      id: Id,
      note: freeText(),
      tags: Tags,
      /** The note and the tags that the admin saw; 409 if another admin has changed them. */
      expected_note: spelled().optional(),
      expected_tags: z
        .array(spelled(TAG_MAX), { error: say('must_be_text') })
        .max(TAGS_MAX, say('at_most', { most: TAGS_MAX }))
        .optional(),
    }),
    output: Nothing,
    done: 'User updated successfully',
    audit: { subject: 'user', fields: ['note', 'tags'] },
  }),
  remove: post('/admin/user/delete/:id', {
    access: 'users_delete',
    effects: ['customers'],
    about: 'Delete a customer; with money or open work: 409 with DeletionWarning, unless confirmed',
    input: z.object({
      id: Id,
      confirmed: Flag.default(0),
      /** What the admin confirmed; 409 again if there is more now. */
      expected: DeletionWarning.optional(),
    }),
    output: Nothing,
    done: 'User deleted successfully',
    audit: { subject: 'user', fields: ['confirmed'] },
  }),
  earnWallet: get('/admin/users/earn-wallet/:id', {
    access: 'users_view',
    about: 'A customer’s earn wallet',
    input: ById,
    output: z.object({
      id: Id,
      username: z.string(),
      total_amount: TkOut,
      held: TkOut,
    }),
  }),
  adjustEarnWallet: post('/admin/earn-wallet/update/:id', {
    access: 'users_earn_wallet',
    effects: ['money'],
    about: 'Add to a customer’s earn wallet, or deduct from it',
    input: z.object({
      id: Id,
      type: z.enum(EARN_TYPES, { error: say('earn_type_not_selected') }),
      amount: PositiveAmount,
      reason: freeText(500).default(''),
      /** The balance when the form opened; 409 if it has changed. */
      expected_total: filter(Balance),
    }),
    output: z.object({ total_amount: TkOut }),
    done: 'User updated successfully',
    keyed: true,
    audit: { subject: 'user', fields: ['type', 'amount', 'reason', 'expected_total'] },
  }),
}
