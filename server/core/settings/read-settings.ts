import type { SmsGatewayKind } from '#contract/settings.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { SignedAddress } from '../../platform/outgoing/request.ts'
import type { Place, Vault } from '../../platform/vault/vault.ts'

/** The value of a JSON field, or without a field, words in the body. */
export interface Accepted {
  readonly field: string
  readonly value: string
}

/** The settings are filled in; the placeholders of each message remain. */
export type SmsGateway =
  | { readonly kind: 'outbox' }
  | {
      readonly kind: 'http'
      readonly url: string
      readonly method: 'GET' | 'POST'
      readonly per_second: number
      readonly internalHosts: string
      readonly accepted?: Accepted
    }

export const hasWebhooks = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('webhook_url').executeTakeFirstOrThrow()).webhook_url !== ''

export class SecretLost extends Error {}

const openOwn = (vault: Vault, sealed: Buffer, place: Place): string => {
  const secret = vault.openIfOurs(sealed, place)
  if (secret === undefined) throw new SecretLost(`${place} is encrypted with a lost key: enter it again on /settings`)
  return secret
}

/** Who sets the environment may reach any host. */
export const addressOfEnvironment = (url: string, secret: string): SignedAddress => ({
  url,
  secret,
  internalHosts: new URL(url).hostname,
})

export const readStoreAddress = async (db: Db, vault: Vault): Promise<SignedAddress | undefined> => {
  const row = await db
    .selectFrom('settings')
    .select(['webhook_url', 'webhook_secret_sealed', 'internal_hosts'])
    .executeTakeFirstOrThrow()
  if (row.webhook_url === '' || row.webhook_secret_sealed === null) return undefined
  const secret = openOwn(vault, row.webhook_secret_sealed, 'settings.webhook_secret')
  return { url: row.webhook_url, secret, internalHosts: row.internal_hosts }
}

/** The address includes the gateway's key from here on. Throws SecretLost. */
export const readSmsGateway = async (db: Db, vault: Vault): Promise<SmsGateway> => {
  const row = await db
    .selectFrom('settings')
    .select(['sms_gateway', 'sms_url', 'sms_method', 'sms_per_second', 'sms_key_sealed'])
    .select(['sms_accepted_field', 'sms_accepted', 'internal_hosts'])
    .executeTakeFirstOrThrow()
  const kind = row.sms_gateway as SmsGatewayKind
  if (kind === 'outbox') return { kind }
  const { sms_url, sms_method, sms_per_second, sms_key_sealed } = row
  const hasKey = sms_key_sealed !== null && sms_url.includes('{key}')
  const key = hasKey ? encodeURIComponent(openOwn(vault, sms_key_sealed, 'settings.sms_key')) : ''
  const method = sms_method === 'GET' ? 'GET' : 'POST'
  const url = sms_url.replaceAll('{key}', () => key)
  const accepted = { field: row.sms_accepted_field, value: row.sms_accepted }
  const internalHosts = row.internal_hosts
  return { kind, url, method, per_second: sms_per_second, internalHosts, ...(accepted.value !== '' && { accepted }) }
}
