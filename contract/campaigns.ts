import { z } from 'zod'
import { get, NoInput, post } from './endpoint.ts'
import { flow } from './flow.ts'
import {
  MAX_LONG_BODY_BYTES,
  MAX_PAGE_SIZE,
  SMS_NUMBERS_MAX,
  SMS_PAGE_SIZE,
  SMS_SEGMENTS_MAX,
  TABLE_MAX_BYTES,
} from './limits.ts'
import { AdminName, ById, digits, filter, freeText, Id, IdOut, Instant, listInput, missing, spelled, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { SMS_GATEWAYS, savesOnly } from './settings.ts'
import { PLACES, segmentsOf } from './sms-segments.ts'

/** The database's trigger enforces the same moves. `handing_over` is saved before the gateway is called. */
export const smsFlow = flow({
  waiting: ['handing_over', 'sent', 'stopped'],
  handing_over: ['sent', 'refused', 'unclear', 'waiting'],
  unclear: ['sent', 'refused', 'waiting'],
  refused: ['waiting'],
  sent: ['waiting'],
  stopped: ['waiting'],
})
export const SMS_STATES = ['waiting', 'handing_over', 'sent', 'refused', 'unclear', 'stopped'] as const
export type SmsState = (typeof SMS_STATES)[number]

/** What becomes of a message that is handed over once; `waiting`: it cannot have reached the gateway. */
const TEST_STATES = ['sent', 'refused', 'unclear', 'waiting'] as const satisfies readonly SmsState[]

/** A sent number can be resent only if it was `kept`, that is saved while no gateway was set up. */
const RESENDABLE = ['unclear', 'refused', 'stopped', 'kept'] as const
export type Resendable = (typeof RESENDABLE)[number]

/** The decision that resends a number. A number that was kept or stopped must never have reached a gateway. */
export const resendableAs = ({
  state,
  gateway,
  attempts,
}: Pick<CampaignNumber, 'state' | 'gateway' | 'attempts'>): Resendable | undefined => {
  if (state === 'unclear' || state === 'refused') return state
  const wasNeverSent = attempts === 0 || (attempts === 1 && savesOnly(gateway))
  if (state === 'stopped') return wasNeverSent ? 'stopped' : undefined
  return state === 'sent' && savesOnly(gateway) && wasNeverSent ? 'kept' : undefined
}

export const Recipient = z.object({
  id: IdOut,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  /** As gateways take it ('8801…'), unique among customers; null if it is not a mobile number. */
  number: z.string().nullable(),
  is_phone_verify: z.number(),
})
export type Recipient = z.output<typeof Recipient>

const recipientQuery = listInput(['id'], {}).extend({ limit: whole(1, MAX_PAGE_SIZE).default(SMS_PAGE_SIZE) })
export type RecipientQuery = z.output<typeof recipientQuery>

const Counts = z.object(Object.fromEntries(SMS_STATES.map((state) => [state, z.number()])) as Record<SmsState, z.ZodNumber>)

export const Campaign = z.object({
  id: IdOut,
  message: z.string(),
  is_to_all: z.boolean(),
  total: z.number(),
  counts: Counts,
  /** The gateways used so far. Includes `outbox` while some numbers are only kept. */
  gateways: z.array(z.enum(SMS_GATEWAYS)),
  created_at: Instant,
  stopped_at: Instant.nullable(),
  Admin: AdminName,
})
export type Campaign = z.output<typeof Campaign>

export const CampaignNumber = z.object({
  id: IdOut,
  phone: z.string(),
  user_id: IdOut.nullable(),
  username: z.string().nullable(),
  state: z.enum(SMS_STATES),
  gateway: z.enum(SMS_GATEWAYS).nullable(),
  attempts: z.number(),
  last_error: z.string(),
  changed_at: Instant,
})
export type CampaignNumber = z.output<typeof CampaignNumber>

const Gateway = z.object({
  kind: z.enum(SMS_GATEWAYS),
  problem: z.string(),
  paused_until: Instant.nullable(),
})

const Phone = digits(freeText(40))
const Phones = z
  .preprocess(
    // One too many is enough to refuse the rest unread.
    (phones) => (Array.isArray(phones) ? phones.slice(0, SMS_NUMBERS_MAX + 1) : phones),
    z.array(Phone, { error: say('must_be_phones') }).max(SMS_NUMBERS_MAX, say('numbers_at_most', { most: SMS_NUMBERS_MAX })),
  )
  .default([])

/** GSM-7 fits the most characters, so no longer text fits the segment limit. */
const Message = spelled(SMS_SEGMENTS_MAX * PLACES['GSM-7'].joined, missing(say('message_required')))
  .min(1, say('message_required'))
  .refine((message) => segmentsOf(message).segments <= SMS_SEGMENTS_MAX, say('segments_at_most', { most: SMS_SEGMENTS_MAX }))

const State = z.enum(SMS_STATES, { error: say('must_be_one_of', { values: SMS_STATES.join(', ') }) })

const campaignsInput = listInput(['id'], { state: filter(State) }).omit({ q: true })
export type CampaignQuery = z.output<typeof campaignsInput>

const numbersInput = listInput(['id'], {
  id: Id,
  state: filter(State),
  phone: filter(freeText(40)),
}).omit({ q: true })
export type CampaignNumberQuery = z.output<typeof numbersInput>

const decision = {
  id: Id,
  number_ids: z
    .array(Id, { error: say('must_be_ids') })
    .max(1_000, say('too_many_at_once', { most: 1_000 }))
    .optional(),
  /** Milliseconds since 1970, from a reply. Rows that changed later are left alone. */
  read_at: whole(0, 10_000_000_000_000).optional(),
}

const Changed = z.object({ changed: z.number() })
const subject = 'campaign'

export const campaigns = {
  recipients: get('/admin/users-for-send-sms', {
    access: 'campaigns_send',
    about: 'Customers as recipients, newest first: those without a mobile number are listed, but cannot be written to',
    input: recipientQuery,
    output: z.object({
      data: z.array(Recipient),
      total: z.number(),
      total_capped: z.boolean(),
      /** Of all customers, regardless of the search. */
      reachable: z.number(),
      unreachable: z.number(),
    }),
  }),
  send: post('/admin/send-sms', {
    access: 'campaigns_send',
    effects: [],
    about:
      'Write to `phones`, with audience `all` to every customer but `except`, each number once; answered at once, sent afterwards',
    input: z.object({
      phones: Phones,
      message: Message,
      audience: filter(z.enum(['all'], { error: say('must_be_all') })),
      except: Phones,
    }),
    output: z.object({
      campaign_id: IdOut,
      total: z.number(),
      invalid: z.array(z.string()),
      /** Of each of `invalid`, in its order. A refusal has both in its data. */
      reasons: z.array(z.string()),
      repeated: z.number(),
    }),
    maxBodyBytes: MAX_LONG_BODY_BYTES,
    takesLong: true,
    done: 'Message is sending to the server..',
    keyed: true,
    audit: { subject, fields: ['message', 'audience'] },
  }),
  readNumbers: post('/admin/sms-campaigns/numbers', {
    access: 'campaigns_send',
    effects: [],
    about:
      'Read the mobile numbers of a file (text, CSV, TSV or .xlsx, up to 20 MB, field file), with or without names; nothing is stored',
    input: NoInput,
    output: z.object({
      numbers: z.array(z.string()),
      repeated: z.number(),
      /** Every line without a number. */
      invalid: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
    }),
    upload: { field: 'file', maxBytes: TABLE_MAX_BYTES, failed: 'file_failed' },
    takesLong: true,
    audit: 'none',
  }),
  list: get('/admin/sms-campaigns', {
    onStandby: true,
    access: 'campaigns_send',
    about: 'What was sent so far, newest first, with how many numbers are in which state; filtered by a state that some are in',
    input: campaignsInput,
    output: z.object({ campaigns: z.array(Campaign), total: z.number(), gateway: Gateway }),
  }),
  show: get('/admin/sms-campaigns/:id', {
    access: 'campaigns_send',
    about: 'One message and how far it is',
    input: ById,
    output: z.object({
      campaign: Campaign,
      read_at: z.number(),
    }),
  }),
  numbers: get('/admin/sms-campaigns/:id/numbers', {
    onStandby: true,
    access: 'campaigns_send',
    about: 'The numbers of a message and what became of each: of one state, or one number',
    input: numbersInput,
    output: z.object({ numbers: z.array(CampaignNumber), total: z.number() }),
  }),
  stop: post('/admin/sms-campaigns/stop/:id', {
    access: 'campaigns_send',
    effects: [],
    about: 'Send no more of a message: numbers that wait are stopped',
    input: ById,
    output: Changed,
    done: 'Sending was stopped',
    audit: { subject, fields: [] },
  }),
  markSent: post('/admin/sms-campaigns/mark-sent/:id', {
    access: 'campaigns_send',
    effects: [],
    about: 'Say of unclear numbers that they were sent',
    input: z.object(decision),
    takesLong: true,
    output: Changed,
    done: 'Marked as sent',
    audit: { subject, fields: ['number_ids', 'read_at'] },
  }),
  sendAgain: post('/admin/sms-campaigns/send-again/:id', {
    access: 'campaigns_send',
    effects: [],
    about:
      'Hand numbers over that are unclear, were refused, or that no gateway was asked for: stopped ones, and those only kept',
    input: z.object({
      ...decision,
      state: z.enum(RESENDABLE, { error: say('must_be_one_of', { values: RESENDABLE.join(', ') }) }),
    }),
    takesLong: true,
    output: Changed,
    done: 'Will be sent again',
    // An SMS cannot be recalled, and a number can be in the same state again: without a key, a retry could send it twice.
    keyed: true,
    audit: { subject, fields: ['state', 'number_ids', 'read_at'] },
  }),
  sendTest: post('/admin/sms-gateway/test', {
    access: 'super',
    effects: [],
    about: 'Send one test message through the saved gateway at once, without trying again, and answer what it said',
    input: z.object({ phone: Phone }),
    takesLong: true,
    output: z.object({ state: z.enum(TEST_STATES), answer: z.string() }),
    audit: { subject: 'settings', fields: ['phone'] },
  }),
}
