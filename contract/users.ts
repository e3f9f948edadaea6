import { z } from 'zod'
import { get, Nothing, post } from './endpoint.ts'
import { EARN_TYPES, MAX_NAME, MAX_PASSWORD, USER_PASSWORD_MIN } from './limits.ts'
import { ById, days, digits, Flag, filter, Id, Instant, listInput, text } from './list.ts'
import { Balance, PositiveAmount, TkOut } from './money.ts'
import { MoneyFlag } from './money-rows.ts'
import { Phone } from './phone.ts'
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
  /** Orders that the caller may see: created today in the shop's time zone, and ever. */
  today_order: z.number(),
  total_order: z.number(),
  flags: z.array(MoneyFlag),
  created_at: Instant,
})
export type UserRow = z.output<typeof UserRow>

/** Columns by which /user sorts, over all users. */
export const USER_SORTS = ['id', 'created_at', 'username', 'wallet', 'earn_wallet', 'today_order', 'total_order'] as const

const userListInput = listInput(USER_SORTS, days)
export type UserQuery = z.output<typeof userListInput>

const DrawerOrder = z.object({
  id: Id,
  name: z.string(),
  product: z.string(),
  amount: TkOut,
  status: z.string(),
  created_at: Instant,
})
const DrawerMoneyRow = z.object({
  id: Id,
  amount: TkOut,
  number: z.string(),
  status: z.string(),
  created_at: Instant,
})

const DrawerProductOrder = z.object({
  id: Id,
  name: z.string(),
  quantity: z.number(),
  amount: TkOut,
  status: z.string(),
  created_at: Instant,
})

/** What the customer drawer shows; a part that the caller may not see is null. */
export const UserDrawer = z.object({
  user: UserRow,
  wallets: z.object({ wallet: TkOut, earn_wallet: TkOut, earn_hold: TkOut }),
  /** The newest ones within the caller's packages; needs orders_view. */
  orders: z.array(DrawerOrder).nullable(),
  /** The newest orders of physical products; needs product_orders_view. */
  product_orders: z.array(DrawerProductOrder).nullable(),
  /** The newest wallet adds; needs wallet_adds_view. */
  wallet_adds: z.array(DrawerMoneyRow).nullable(),
  /** The newest withdrawals; needs withdrawals_view. */
  withdrawals: z.array(DrawerMoneyRow).nullable(),
})
export type UserDrawer = z.output<typeof UserDrawer>

/** What a customer signs in with at the store. Blanks are a part of it. */
export const CustomerPassword = z
  .string({ error: 'Password must be text' })
  .min(USER_PASSWORD_MIN, `At least ${USER_PASSWORD_MIN} characters`)
  .max(MAX_PASSWORD, `At most ${MAX_PASSWORD} characters`)

/** What the 409 of a deletion carries until it is confirmed. */
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
    access: 'users_view',
    about: 'Customers with their wallets: searched, sorted, one page',
    input: userListInput,
    output: z.object({ data: z.array(UserRow), user_count: z.number(), total: z.number(), total_capped: z.boolean() }),
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
  timeline: timelineOf(
    '/admin/user/timeline/:id',
    'users_view',
    'a customer; what was moved in his wallets needs statements_view',
  ),
  update: post('/admin/user/update/:id', {
    access: 'users_edit',
    about: 'Edit a customer; the wallet’s difference is posted under its lock, absent fields stay',
    input: z.object({
      id: Id,
      phone: Phone.optional(),
      address: text(500).optional(),
      city: text(MAX_NAME).optional(),
      zip_code: digits(text(30)).optional(),
      /** The new balance; sent by our form only if changed. One above the largest amount can only be lowered. */
      wallet: filter(Balance),
      /** The balance that the form was opened with; another one now: 409. */
      expected_wallet: filter(Balance),
      /** Set only when not empty. */
      password: z.preprocess((value) => (value === '' || value === null ? undefined : value), CustomerPassword.optional()),
      /** 1: the store is refused orders, money and passwords of this customer, from the next call on. */
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
    audit: { subject: 'user', fields: ['phone', 'address', 'city', 'zip_code', 'wallet', 'expected_wallet', 'is_banned'] },
  }),
  remove: post('/admin/user/delete/:id', {
    access: 'users_delete',
    about: 'Delete a customer; with money or open work on him: 409 with DeletionWarning, unless confirmed',
    input: z.object({
      id: Id,
      confirmed: Flag.default(0),
      /** What was asked about: where more is left by now, 409 again. */
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
      /** Asked for in pending withdrawals. */
      held: TkOut,
    }),
  }),
  adjustEarnWallet: post('/admin/earn-wallet/update/:id', {
    access: 'users_earn_wallet',
    about: 'Add to a customer’s earn wallet, or deduct from it',
    input: z.object({
      id: Id,
      type: z.enum(EARN_TYPES, { error: 'Select add or deduct' }),
      amount: PositiveAmount,
      reason: text(500).default(''),
      /** The balance that the form was opened with; another one now: 409. */
      expected_total: filter(Balance),
    }),
    output: z.object({ total_amount: TkOut }),
    done: 'User updated successfully',
    keyed: true,
    audit: { subject: 'user', fields: ['type', 'amount', 'reason', 'expected_total'] },
  }),
}
