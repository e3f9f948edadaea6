import type { AuditRow } from '#contract/audit.ts'
import { t } from '../ui/text/i18n.ts'

/** Subjects that a sentence calls by other words than their own. */
const SUBJECTS: Readonly<Record<string, string>> = {
  auth_module: 'auth',
  campaign: 'SMS campaign',
  hand_over: 'hand-over',
  topup_package: 'package',
  topup_product: 'top-up product',
  upload: 'picture',
  user: 'customer',
}

/** What a sentence calls a subject, in English: 'wallet add' for `wallet_add`. */
export const subjectInSentence = (subject: string): string => SUBJECTS[subject] ?? subject.replaceAll('_', ' ')

/** Where a verb says all; `{{record}}` becomes the way to the record. */
const VERBS: Readonly<Record<string, string>> = {
  create: '{{who}} added {{record}}',
  update: '{{who}} changed {{record}}',
  edit: '{{who}} changed {{record}}',
  editRow: '{{who}} edited {{record}}',
  remove: '{{who}} deleted {{record}}',
  removeView: '{{who}} deleted {{record}}',
  saveView: '{{who}} saved {{record}}',
  correct: '{{who}} corrected {{record}}',
  exportRows: '{{who}} exported a list',
  exportOwn: '{{who}} exported a list',
  exportUser: '{{who}} exported the statement of {{record}}',
  exportAdmin: '{{who}} exported the statement of {{record}}',
}

const STATUSES: Readonly<Record<string, string>> = {
  completed: '{{who}} completed {{record}}',
  cancel: '{{who}} cancelled {{record}}',
  cancelled: '{{who}} cancelled {{record}}',
  in_progress: '{{who}} started {{record}}',
  pending: '{{who}} set {{record}} back to pending',
}
const OTHER_STATUS = '{{who}} changed the status of {{record}}'

const ACTIONS: Readonly<Record<string, string>> = {
  'sessions.login': '{{who}} signed in',
  'sessions.loginFailed': 'Failed sign-in',
  'sessions.logout': '{{who}} signed out',
  'sessions.changePassword': '{{who}} changed their password',
  'security.secondFactor': '{{who}} signed in with a second factor',
  'security.confirm': '{{who}} confirmed who they are',
  'security.activateTotp': '{{who}} set up an authenticator app',
  'security.removeTotp': '{{who}} removed the authenticator app',
  'security.addPasskey': '{{who}} added a passkey',
  'security.removePasskey': '{{who}} removed a passkey',
  'security.renewRecoveryCodes': '{{who}} renewed the recovery codes',
  'security.endSession': '{{who}} ended a session',
  'security.endOtherSessions': '{{who}} ended all other sessions',
  'desk.takeNext': '{{who}} took {{record}}',
  'desk.claim': '{{who}} took {{record}}',
  'desk.reveal': '{{who}} saw a secret of {{record}}',
  'desk.writeInternalNote': '{{who}} wrote an internal note on {{record}}',
  'orders.refund': '{{who}} refunded {{record}} in part',
  'desk.correctPlayerId': '{{who}} corrected the player ID of {{record}}',
  'walletAdds.cancelAll': '{{who}} cancelled {{record}} with all pending ones',
  'walletAdds.creditPaid': '{{who}} credited what was paid for {{record}}',
  'walletAdds.approveMany': '{{who}} approved {{record}}',
  'withdrawals.cancelAll': '{{who}} cancelled {{record}} with all pending ones',
  'handOvers.request': '{{who}} asked for {{record}}',
  'handOvers.cancelOwn': '{{who}} cancelled {{record}}',
  'handOvers.record': '{{who}} recorded {{record}}',
  'admins.changeOwnEmail': '{{who}} changed their email',
  'webhooks.sendTest': '{{who}} sent a test event to the store',
  'admins.setRole': '{{who}} changed the role of {{record}}',
  'admins.resetPassword': '{{who}} reset the password of {{record}}',
  'admins.resetSecondFactor': '{{who}} reset the second factor of {{record}}',
  'permissions.activate': '{{who}} activated {{record}}',
  'permissions.setAuths': '{{who}} changed what {{record}} may do',
  'permissions.setPackages': '{{who}} changed whose orders {{record}} sees',
  'users.writeNote': '{{who}} wrote the note of {{record}}',
  'users.adjustEarnWallet': '{{who}} adjusted the earn wallet of {{record}}',
  'campaigns.send': '{{who}} sent {{record}}',
  'campaigns.stop': '{{who}} stopped {{record}}',
  'campaigns.markSent': '{{who}} marked numbers of {{record}} as sent',
  'campaigns.sendAgain': '{{who}} sent numbers of {{record}} again',
  'campaigns.sendTest': '{{who}} sent a test message',
  'reconcile.check': '{{who}} checked the books',
  'backups.write': '{{who}} wrote a backup',
  'backups.restore': '{{who}} restored a backup',
  'keys.rotate': '{{who}} changed the master key',
  'keys.replaceLost': '{{who}} replaced the lost master key',
  'settings.update': '{{who}} changed the settings',
  'webhooks.retry': '{{who}} sent {{record}} again',
  'webhooks.retryAll': '{{who}} sent all failed webhooks again',
  'topupPackages.stopVouchers': '{{who}} stopped selling codes of {{record}}',
  'rates.update': '{{who}} updated the rate of {{record}}',
  'rates.revert': '{{who}} reverted the rate of {{record}}',
  'vouchers.reveal': '{{who}} saw the code of {{record}}',
  'vouchers.add': '{{who}} added vouchers',
  'voucherImports.add': '{{who}} imported {{record}}',
  'voucherImports.report': '{{who}} downloaded the report of {{record}}',
  'vouchers.setBack': '{{who}} set {{record}} back to Ready',
  'vouchers.restore': '{{who}} restored {{record}}',
  'uploads.image': '{{who}} uploaded a picture',
  'store.addUser': '{{who}} registered {{record}}',
  'store.setPassword': '{{who}} set the password of {{record}}',
  'store.addWallet': '{{who}} received {{record}}',
  'store.earn': '{{who}} paid earnings to {{record}}',
  'store.withdraw': '{{who}} asked for {{record}}',
  'store.placeOrder': '{{who}} placed {{record}}',
  'store.placeProductOrder': '{{who}} placed {{record}}',
  'staffNotices.setChannel': '{{who}} changed {{record}}',
  'staffNotices.create': '{{who}} added {{record}}',
  'staffNotices.update': '{{who}} changed {{record}}',
  'staffNotices.remove': '{{who}} deleted {{record}}',
  'staffNotices.test': '{{who}} tested {{record}}',
  'storeKeys.revoke': '{{who}} revoked {{record}}',
  'payments.receive': '{{who}} received {{record}}',
  'payments.addStatement': '{{who}} added payments of a statement',
  'payments.paste': '{{who}} added {{record}}',
  'payments.match': '{{who}} matched {{record}}',
  'payments.addPhone': '{{who}} added {{record}}',
  'payments.revokePhone': '{{who}} revoked {{record}}',
  'payments.setRule': '{{who}} changed {{record}}',
  'owner.sql': 'The owner of the database moved money by SQL',
}

const AUTOMATIC = '{{record}} was completed automatically'

const BY_STATUS = ['setStatus', 'decideMany']
const OF_PENDING = ['approveMany', 'cancelAll', 'creditPaid']

/** Whether the sentence says what a pending record has become. */
export const tellsStatus = (row: Pick<AuditRow, 'action' | 'facts'>): boolean =>
  [AUTOMATIC, STATUSES[String(row.facts.status)]].includes(sentenceOf(row) ?? '') ||
  OF_PENDING.includes(row.action.split('.')[1] ?? '')

/** The English sentence of a change; undefined for an action of a later version. */
export function sentenceOf({ action, facts }: Pick<AuditRow, 'action' | 'facts'>): string | undefined {
  const verb = action.split('.')[1] ?? ''
  if (facts.automatic === 1 && facts.status === 'completed') return AUTOMATIC
  if (BY_STATUS.includes(verb)) return STATUSES[String(facts.status)] ?? OTHER_STATUS
  return ACTIONS[action] ?? VERBS[verb]
}

/** The sentence in two parts around its record; a sentence without one has only the first. */
export function splitSentence(row: AuditRow, who: string): [before: string, after?: string] {
  const sentence = sentenceOf(row)
  if (sentence === undefined) return [`${who} · ${row.action} · `, '']
  const [before = '', after] = t(sentence, { who, record: RECORD }).split(RECORD)
  return after === undefined ? [before] : [before, after]
}

/** No text has it. */
const RECORD = '\u0000'

export const TEXTS = [...[VERBS, STATUSES, ACTIONS].flatMap(Object.values), OTHER_STATUS, AUTOMATIC]
