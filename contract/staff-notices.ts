import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { MAX_NAME } from './limits.ts'
import { ById, Id, Instant, required, text, upTo, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { PositiveAmount, type Tk, TkOut } from './money.ts'

/** How a notice reaches an admin outside the browser. */
export const STAFF_WAYS = ['telegram', 'email', 'webhook'] as const
export type StaffWay = (typeof STAFF_WAYS)[number]
/** Those with a secret of the shop: a bot's token, a mail server. */
export const STAFF_CHANNELS = ['telegram', 'email'] as const

/** What staff are told of, with its label and the limit that each receiver sets for it. */
export const STAFF_EVENTS = {
  order_waiting: { label: 'Orders that wait too long', limit: 'order_minutes' },
  wallet_add_large: { label: 'Large wallet adds', limit: 'wallet_add_amount' },
  codes_low: { label: 'Packages low on codes' },
  phone_silent: { label: 'Silent payment phones' },
  failed_sign_ins: { label: 'Many failed sign-ins' },
  books_wrong: { label: 'Books that do not add up' },
  backup_overdue: { label: 'Overdue backups' },
} as const satisfies Record<string, { label: string; limit?: 'order_minutes' | 'wallet_add_amount' }>
export type StaffEvent = keyof typeof STAFF_EVENTS
const EVENTS = Object.keys(STAFF_EVENTS) as [StaffEvent, ...StaffEvent[]]

/** `unclear`: it may have arrived, and is not sent again. */
const STAFF_NOTICE_STATES = ['waiting', 'sent', 'unclear', 'failed'] as const
export type StaffNoticeState = (typeof STAFF_NOTICE_STATES)[number]

const MAX_ADDRESS = 500
const MAX_RECEIVER_EVENTS = 20
const WAY = say('must_be_one_of', { values: STAFF_WAYS.join(', ') })

const Channel = z.enum(STAFF_CHANNELS, { error: say('must_be_one_of', { values: STAFF_CHANNELS.join(', ') }) })
const Time = text(5).refine((time) => time === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time), say('must_be_time_of_day'))

const ADDRESSES: Readonly<Record<StaffWay, (address: string) => boolean>> = {
  telegram: (address) => /^(-?\d{1,20}|@\w{1,64})$/.test(address),
  email: (address) => z.email().safeParse(address).success,
  webhook: (address) => /^https?:\/\/[^\s/?#@]+([/?][^\s#]*)?$/i.test(address) && URL.canParse(address),
}

const TOKEN = /^\d{1,20}:[\w-]{20,100}$/
const isMailServer = (secret: string) =>
  /^smtps?:\/\/[^\s]+$/i.test(secret) && URL.canParse(secret) && new URL(secret).hostname !== ''

const receiver = {
  name: required(say('name_required'), MAX_NAME),
  way: z.enum(STAFF_WAYS, { error: WAY }),
  destination: required(say('must_be_like_example'), MAX_ADDRESS).describe(
    'A chat’s id, an email address or a URL. Of a webhook only the host is shown again',
  ),
  events: z
    .array(z.enum(EVENTS, { error: say('must_be_one_of', { values: EVENTS.join(', ') }) }))
    .min(1, say('at_least', { least: 1 }))
    .max(MAX_RECEIVER_EVENTS),
  order_minutes: whole(1, 10_000).default(30),
  wallet_add_amount: PositiveAmount.default(10_000 as Tk),
  language: z.enum(['en', 'bn'], { error: say('must_be_one_of', { values: 'en, bn' }) }).default('en'),
  quiet_from: Time.default('').describe('HH:MM of the shop’s day; nothing is noted from then to quiet_to'),
  quiet_to: Time.default(''),
}

/** Webhooks keep their address where it is not sent again. */
const Receiver = z.object(receiver).check(({ value, issues }) => {
  if (!ADDRESSES[value.way](value.destination))
    issues.push({ code: 'custom', message: say('must_be_like_example'), path: ['destination'], input: value })
  const empty = value.quiet_from === '' ? 'quiet_from' : 'quiet_to'
  if ((value.quiet_from === '') !== (value.quiet_to === ''))
    issues.push({ code: 'custom', message: say('must_be_time_of_day'), path: [empty], input: value })
})

const Row = z.object({
  id: Id,
  name: z.string(),
  way: z.enum(STAFF_WAYS),
  destination: z.string(),
  events: z.array(z.enum(EVENTS)),
  order_minutes: z.number(),
  wallet_add_amount: TkOut,
  language: z.enum(['en', 'bn']),
  quiet_from: z.string(),
  quiet_to: z.string(),
  created_at: Instant,
  last: z
    .object({ at: Instant, text: z.string(), state: z.enum(STAFF_NOTICE_STATES), last_error: z.string() })
    .nullable()
    .describe('The newest notice'),
})
export type StaffReceiver = z.output<typeof Row>

const audit = {
  subject: 'staff_notice',
  fields: ['name', 'way', 'events', 'order_minutes', 'wallet_add_amount', 'quiet_from', 'quiet_to'],
}

export const staffNotices = {
  list: get('/admin/staff-notice', {
    access: 'super',
    about: 'Who is told outside the browser, of what and how, with their newest notice; and which channels are set up',
    input: NoInput,
    output: z.object({
      receivers: z.array(Row),
      channels: z.array(z.object({ way: Channel, sender: z.string() })).describe('Set up; their secrets are never shown'),
    }),
  }),
  setChannel: post('/admin/staff-notice/channel', {
    access: 'super',
    effects: ['secrets', 'addresses'],
    about:
      'Set the token of the shop’s Telegram bot, or the mail server: smtps://user:password@host:465, and the address it sends from',
    input: z
      .object({
        way: Channel,
        secret: upTo(MAX_ADDRESS, z.string({ error: say('must_be_text') }).trim()),
        sender: text(MAX_NAME).default(''),
      })
      .check(({ value, issues }) => {
        const isRight = value.way === 'telegram' ? TOKEN.test(value.secret) : isMailServer(value.secret)
        if (!isRight) issues.push({ code: 'custom', message: say('must_be_like_example'), path: ['secret'], input: value })
        if (value.way === 'email' && !ADDRESSES.email(value.sender))
          issues.push({ code: 'custom', message: say('must_be_email'), path: ['sender'], input: value })
      }),
    takesLong: true,
    output: Nothing,
    done: 'Channel updated',
    audit: { subject: 'staff_notice', fields: ['way', 'sender'] },
  }),
  create: post('/admin/staff-notice/create', {
    access: 'super',
    effects: ['addresses'],
    about: 'Add a receiver, told by Telegram, email or a webhook',
    input: Receiver,
    takesLong: true,
    output: z.object({ id: Id }),
    done: 'Receiver added',
    audit,
  }),
  update: post('/admin/staff-notice/update/:id', {
    access: 'super',
    effects: ['addresses'],
    about: 'Change whom to tell, of what and how',
    input: Receiver.safeExtend({ id: Id }),
    takesLong: true,
    output: Nothing,
    done: 'Receiver updated',
    audit,
  }),
  remove: post('/admin/staff-notice/delete/:id', {
    access: 'super',
    effects: ['addresses'],
    about: 'Tell this receiver nothing any more',
    input: ById,
    output: Nothing,
    done: 'Receiver deleted',
    audit: { subject: 'staff_notice', fields: [] },
  }),
  test: post('/admin/staff-notice/test/:id', {
    access: 'super',
    effects: [],
    about: 'Send a test notice at once; 409 says how that failed',
    input: ById,
    takesLong: true,
    output: Nothing,
    done: 'Test notice sent',
    audit: { subject: 'staff_notice', fields: [] },
  }),
}
