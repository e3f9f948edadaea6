import { z } from 'zod'
import type { Effect } from './effects.ts'
import { get, NoInput, post } from './endpoint.ts'
import { areHosts } from './hosts.ts'
import { CLAIM_MINUTES_MAX, MAX_NAME, MAX_TK } from './limits.ts'
import { Flag, filter, freeText, listOf, text, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { NOTES_SETTINGS, type NotesSetting, ORDER_NOTE_NAMES, PRODUCT_ORDER_NOTE_NAMES, perNotesSetting } from './ready-notes.ts'
import type { ShopFacts } from './shop-facts.ts'

export const SMS_GATEWAYS = ['outbox', 'http'] as const
export const SMS_METHODS = ['POST', 'GET'] as const
export type SmsGatewayKind = (typeof SMS_GATEWAYS)[number]
/** How each gateway works: whether it only saves what it is given, and whether it is set up with a URL. */
export const SMS_GATEWAY_KINDS: Readonly<Record<SmsGatewayKind, { label: string; savesOnly: boolean; hasUrl: boolean }>> = {
  outbox: { label: 'Off (saved only)', savesOnly: true, hasUrl: false },
  http: { label: 'On (HTTP gateway)', savesOnly: false, hasUrl: true },
}
export const savesOnly = (kind: SmsGatewayKind | null): boolean => kind !== null && SMS_GATEWAY_KINDS[kind].savesOnly

export const SECOND_FACTOR_POLICIES = ['optional', 'super', 'all'] as const
export const SECOND_FACTOR_LABELS = {
  optional: 'Optional',
  super: 'Required for super admins',
  all: 'Required for everybody',
} as const satisfies Record<(typeof SECOND_FACTOR_POLICIES)[number], string>

const WEBHOOK_SECRET_MIN = 16
const MAX_SECRET = 500
const MAX_URL = 1_000
const MAX_ACCEPTED = 200

const readAddress = (value: string): URL | undefined => {
  const filled = value.replaceAll(/\{\w*\}/g, '0')
  return /^https?:\/\/[^\s/?#{}]+([/?][^\s]*)?$/i.test(value) && URL.canParse(filled) ? new URL(filled) : undefined
}
const isHttp = (value: string) => value === '' || (readAddress(value)?.port !== '0' && readAddress(value)?.hash === '')
/** Addresses appear on screens, in the audit log and in errors. */
const isWithoutPassword = (value: string) =>
  (readAddress(value)?.username ?? '') === '' && (readAddress(value)?.password ?? '') === ''
const address = text(MAX_URL).refine(isHttp, say('address_malformed')).refine(isWithoutPassword, say('address_has_password'))

const PLACEHOLDERS = ['phone', 'message', 'id', 'key']
const placeholdersOf = (url: string) => [...url.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? '')

const faultOf = (url: string): string | undefined => {
  const named = placeholdersOf(url)
  const unknown = named.find((name) => !PLACEHOLDERS.includes(name))
  if (unknown !== undefined) return say('placeholder_unknown', { name: `{${unknown}}` })
  if (!named.includes('phone') || !named.includes('message')) return say('placeholders_missing')
  return undefined
}

/** Write-only: empty or absent keeps the current one. */
const secret = (least: number) =>
  filter(
    z
      .string({ error: say('must_be_text') })
      .trim()
      .min(least, say('characters_at_least', { least }))
      .max(MAX_SECRET, say('characters_at_most', { most: MAX_SECRET })),
  )

const distinctLines = (value: string) => [...new Set(value.split('\n').map((line) => line.trim()))].filter(Boolean).join('\n')

/** One note a line. What stands in braces is one of `names`: anything else would reach the customer as it is. */
const notes = (names: readonly string[]) =>
  freeText()
    .overwrite(distinctLines)
    .superRefine((value, ctx) => {
      const unknown = [...value.matchAll(/\{\{(.*?)\}\}/g)].find(([, name = '']) => !names.includes(name))
      if (unknown) ctx.addIssue(say('placeholder_unknown', { name: unknown[0] }))
    })
    .optional()

const fields = {
  shop_name: text(MAX_NAME),
  time_zone: text(64),
  low_stock_codes: whole(0, 100_000),
  claim_minutes: whole(2, CLAIM_MINUTES_MAX),
  secrets_kept_days: whole(1, 365),
  wallet_changes_per_day: whole(0, MAX_TK),
  sms_gateway: z.enum(SMS_GATEWAYS, { error: say('must_be_sms_gateway') }),
  sms_url: address,
  sms_method: z.enum(SMS_METHODS, { error: say('must_be_sms_method') }),
  sms_per_second: whole(1, 1_000),
  sms_accepted_field: text(MAX_NAME).optional(),
  sms_accepted: text(MAX_ACCEPTED).optional(),
  webhook_url: address,
  /** Absent: unchanged. */
  second_factor: z.enum(SECOND_FACTOR_POLICIES, { error: 'Must be optional, super or all' }).optional(),
  confirm_again: Flag.optional(),
  own_password_required: Flag.optional(),
  internal_hosts: text(MAX_URL).refine(areHosts, say('hosts_malformed')).optional(),
  ...perNotesSetting(notes(ORDER_NOTE_NAMES), notes(PRODUCT_ORDER_NOTE_NAMES)),
}

/** What a change of each field does. */
export const FIELD_EFFECTS: Readonly<Record<keyof typeof fields, Effect | null>> = {
  shop_name: null,
  time_zone: null,
  low_stock_codes: null,
  claim_minutes: null,
  secrets_kept_days: 'policies',
  wallet_changes_per_day: 'policies',
  sms_gateway: 'addresses',
  sms_url: 'addresses',
  sms_method: null,
  sms_per_second: null,
  sms_accepted_field: null,
  sms_accepted: null,
  webhook_url: 'addresses',
  second_factor: 'policies',
  confirm_again: 'policies',
  own_password_required: 'policies',
  internal_hosts: 'addresses',
  ...perNotesSetting(null, null),
}

const Settings = z.object({
  version: z.number(),
  shop_name: z.string(),
  time_zone: z.string(),
  low_stock_codes: z.number(),
  claim_minutes: z.number(),
  secrets_kept_days: z.number(),
  /** The most that user-wallet edits and earn-wallet adjustments of a sub-admin move in a day, in tk; 0: no limit. */
  wallet_changes_per_day: z.number(),
  sms_gateway: z.enum(SMS_GATEWAYS),
  sms_url: z.string(),
  sms_method: z.enum(SMS_METHODS),
  sms_per_second: z.number(),
  /** The field of the gateway's JSON that must equal `sms_accepted` ('response_code', 'data.0.status'); empty: anywhere. */
  sms_accepted_field: z.string(),
  /** The text of an accepted 2xx reply. Empty: any reply that does not clearly report an error. */
  sms_accepted: z.string(),
  webhook_url: z.string(),
  /** Who has to have a second factor. */
  second_factor: z.enum(SECOND_FACTOR_POLICIES),
  /** Whether sensitive calls need a recent sign-in, password or second factor. */
  confirm_again: z.number(),
  /** Whether a password that somebody else set opens nothing but the change of it. */
  own_password_required: z.number(),
  /** The private hosts that the gateway and the webhook may be at, separated by commas. */
  internal_hosts: z.string(),
  /** The ready notes of each status, one a line. */
  ...perNotesSetting(z.string(), z.string()),
  has_sms_key: z.boolean(),
  has_webhook_secret: z.boolean(),
  /** WEBHOOK_URL of the environment, which overrides the setting; empty if unset. */
  webhook_url_of_environment: z.string(),
})
export type Settings = z.output<typeof Settings>

/** What of them is delivered with every page. */
export const shopFactsOf = (
  set: Pick<Settings, keyof Omit<ShopFacts, 'name' | 'notes'> | 'shop_name' | NotesSetting>,
): ShopFacts => ({
  name: set.shop_name,
  time_zone: set.time_zone,
  claim_minutes: set.claim_minutes,
  low_stock_codes: set.low_stock_codes,
  notes: Object.fromEntries(NOTES_SETTINGS.map((name) => [name, set[name]])),
})

export const settings = {
  show: get('/admin/settings', {
    access: 'super',
    about: 'What is set for the whole shop; secrets are not among it',
    input: NoInput,
    output: Settings,
  }),
  timeZones: get('/admin/settings/time-zones', {
    access: 'super',
    about: 'The time zones that may be set',
    input: NoInput,
    output: listOf(z.string()),
  }),
  update: post('/admin/settings/update', {
    access: 'super',
    // The handler asks where a field of FIELD_EFFECTS is changed.
    effects: [
      { effect: 'secrets', when: (input) => input.sms_key !== undefined || input.webhook_secret !== undefined },
      { effect: 'policies' },
      { effect: 'addresses' },
    ],
    about: 'Change what is set for the whole shop; with the version that was read, a change in between is noticed',
    input: z
      .object({
        version: whole(1, Number.MAX_SAFE_INTEGER),
        ...fields,
        sms_key: secret(1),
        webhook_secret: secret(WEBHOOK_SECRET_MIN),
      })
      .check(({ value, issues }) => {
        if (!SMS_GATEWAY_KINDS[value.sms_gateway].hasUrl) return
        const fault = faultOf(value.sms_url)
        if (fault) issues.push({ code: 'custom', message: fault, path: ['sms_url'], input: value })
        if (!value.sms_accepted_field || value.sms_accepted !== '') return
        issues.push({ code: 'custom', message: say('sms_accepted_required'), path: ['sms_accepted'], input: value })
      }),
    takesLong: true,
    output: Settings,
    done: 'Settings updated successfully',
    audit: { subject: 'settings', fields: [] },
  }),
}
