import { fill, type Given, type Params } from './wording.ts'

/** What a field is refused with, by code. The dashboard says these without asking the server. */
export const FIELD_MESSAGES = {
  must_be_text: 'Must be text',
  must_be_id: 'Must be an id',
  must_be_whole: 'Must be a whole number',
  must_be_date: 'Must be a date like 2026-01-31',
  must_be_time: 'Must be a time like 2026-01-31T08:05:00Z',
  must_be_time_of_day: 'Must be a time of day like 22:00',
  must_be_flag: 'Must be 1 or 0',
  must_be_all: 'Must be all',
  must_be_one_of: 'Must be one of {{values}}',
  must_be_email: 'Must be an email',
  must_be_ids: 'Must be a list of ids',
  must_be_phones: 'Must be a list of phone numbers',
  must_be_direction: 'Must be asc or desc',
  must_be_role: 'Must be super or sub',
  must_be_audit_subject: 'Must be a subject of the audit log',
  must_be_audit_topic: 'Must be a topic of the audit log',
  must_be_hand_over_kind: 'Must be recorded or write_off',
  must_be_sms_gateway: 'Must be outbox or http',
  must_be_sms_method: 'Must be POST or GET',
  must_be_webhook_state: 'Must be waiting, delivered or failed',
  date_range_reversed: 'The first day is after the last',
  days_at_most: 'At most {{most}} days',
  not_one_line: 'Must not contain line breaks or invisible characters',
  name_of_two_scripts: 'Write it with the letters of one script',
  not_storable: 'Contains a character that cannot be stored',

  at_least: 'At least {{least}}',
  at_most: 'At most {{most}}',
  at_most_tk: 'At most {{most}} tk',
  characters_at_least: 'At least {{least}} characters',
  characters_at_most: 'At most {{most}} characters',
  decimals_at_most: 'At most {{most}} decimals',
  must_not_be_negative: 'Must not be negative',
  must_be_more_than_0: 'Must be more than 0',
  amount_tk_required: 'Enter an amount in tk',
  amount_required: 'Enter an amount',
  rate_required: 'Enter a rate',
  ids_at_most: 'At most {{most}} ids',
  flags_at_most: 'At most {{most}} flags',
  too_many_at_once: 'At most {{most}} at once',
  orders_at_most: 'At most {{most}} orders at once',
  wallet_adds_at_most: 'At most {{most}} wallet adds at once',
  codes_at_most: 'At most {{most}} codes at once',
  lines_at_most: 'At most {{most}} lines at once',
  file_failed: 'The file was not read: it may be larger than 20 MB, or the connection was lost',
  recipe_codes_at_most: 'At most {{most}} codes for one order',
  recipe_repeats: 'Each package stands once in a recipe',
  numbers_at_most: 'At most {{most}} numbers at once',
  segments_at_most: 'At most {{most}} segments',
  phone_digits_at_least: 'Phone needs at least {{least}} digits',
  phone_not_one: 'Enter one phone number, without words or an extension',
  phone_not_whole: 'A mobile number has 11 digits: 01 and nine more',
  upload_failed: 'Image upload Failed, May be image size is too large or failed network connection',
  paste_too_long: 'The paste is too long',

  name_required: 'Name is required',
  first_name_required: 'First name is required',
  last_name_required: 'Last name is required',
  username_required: 'Username is required',
  email_required: 'Email is required',
  password_required: 'Password is required',
  old_password_required: 'Old password is required',
  new_password_required: 'New password is required',
  confirm_password_required: 'Confirm password is required',
  phone_required: 'Phone is required',
  number_required: 'Number is required',
  reason_required: 'Reason is required',
  note_required: 'Note is required',
  notice_required: 'Notice is required',
  message_required: 'Message is required',
  payment_method_not_selected: 'Select a payment method',
  screen_required: 'Screen is required',
  status_required: 'Status is required',
  information_required: 'Information is required',
  auth_name_required: 'Auth name is required',
  factor_code_required: 'Code is required',
  challenge_required: 'Challenge is required',
  passkey_malformed: 'Must be the reply of a passkey',
  slug_required: 'Slug is required',
  description_required: 'Description is required',
  banner_image_required: 'Banner image is required',
  image_required: 'Image is required',
  logo_required: 'Logo is required',
  link_required: 'Link is required',
  package_id_required: 'Package ID is required',
  voucher_code_required: 'Voucher Code is required',
  player_id_required: 'Player ID is required',

  username_malformed: 'Must not contain @ or spaces',
  slug_malformed: 'Invalid slug type. Slug should be like:- this_is_a_valid_slug',
  link_malformed: 'Enter a link that begins with http:// or https://',
  must_be_like_example: 'Must be like the example',
  address_malformed: 'Enter an address that begins with http:// or https://',
  hosts_malformed: 'Enter host names or IP addresses, separated by commas',
  address_has_password: 'Must not contain a user name or password',
  placeholder_unknown: 'Unknown placeholder {{name}}',
  placeholders_missing: 'Must contain {phone} and {message}',
  sms_accepted_required: 'Enter the value of this field',
  trx_id_malformed: 'Enter one TrxID: English letters and digits',
  password_not_text: 'Password must be text',
  passwords_differ: 'Passwords do not match',
  password_unchanged: 'Must differ from the old password',
  birth_not_past: 'Enter a date of birth in the past',
  birth_too_early: 'Enter a year from {{year}} on',

  order_not_selected: 'Select an order',
  wallet_add_not_selected: 'Select a wallet add',
  option_not_selected: 'Select an option to update',
  order_status_not_selected: 'Select an order status',
  voucher_status_not_selected: 'Select a status: 0, 1 or 2',
  account_not_selected: 'Select an account',
  earn_type_not_selected: 'Select add or deduct',
  flags_missing: 'Enter the flags of each wallet add',
  amounts_missing: 'Enter one amount for each wallet add',
} as const

type Fields = typeof FIELD_MESSAGES
type FieldCode = keyof Fields

interface Wording {
  readonly code: FieldCode
  readonly params: Params
}
const wordings = new Map<string, Wording>()

/** The sentence of a code, for a schema. Zod keeps only the sentence; `wordingOf` finds what it was made of. */
export const say = <Code extends FieldCode>(code: Code, ...[params]: Given<Fields[Code]>): string => {
  const sentence = fill(FIELD_MESSAGES[code], params)
  wordings.set(sentence, { code, params: params ?? {} })
  return sentence
}

/** Code and figures of a schema's sentence; undefined if the sentence is zod's own. */
export const wordingOf = (sentence: string): Wording | undefined => wordings.get(sentence)
