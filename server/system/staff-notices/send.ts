import dns from 'node:dns/promises'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { hostsOf } from '#contract/hosts.ts'
import type { StaffWay } from '#contract/staff-notices.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { InternalTarget, isInternal, requestOutside } from '../../platform/outgoing/request.ts'
import type { Vault } from '../../platform/vault/vault.ts'

const TIMEOUT_MS = 10_000
const MAX_ERROR = 200

/** Where a notice goes, with all that is needed to send it. */
interface Target {
  readonly way: StaffWay
  readonly destination: string
  /** The bot's token, the mail server's URL, or the webhook's. */
  readonly secret: string
  readonly sender: string
  readonly internalHosts: string
  readonly shopName: string
  readonly language: 'en' | 'bn'
}

/** `unsent`: nothing went out, so it may be sent again; `refused`: the other side said why; `unclear`: it may have arrived. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'unclear' }
  | { readonly state: 'unsent'; readonly error: string }
  | { readonly state: 'refused'; readonly error: string }

const TELEGRAM = 'https://api.telegram.org'

interface Stored extends Omit<Target, 'secret'> {
  readonly id: number
  readonly url_sealed: Buffer | null
  readonly channel_id: number | null
  readonly secret_sealed: Buffer | null
}

const TARGET = `
  select r.id, r.way, r.destination, r.language, r.url_sealed, c.id as channel_id, c.secret_sealed, coalesce(c.sender, '') as sender,
    s.internal_hosts as "internalHosts", s.shop_name as "shopName"
  from staff_receivers r
  left join staff_channels c on c.way = r.way
  cross join settings s
  where r.id = $1`

/** Undefined if there is no such receiver, or its channel is not set up or sealed under a lost key. */
export const readTarget = async (db: Db, vault: Vault, id: number): Promise<Target | undefined> => {
  const [row] = await query<Stored>(db, TARGET, [id])
  if (!row) return undefined
  const { way, url_sealed, channel_id, secret_sealed } = row
  const secret =
    way === 'webhook'
      ? url_sealed && vault.openIfOurs(url_sealed, `staff_receiver.url ${row.id}`)
      : secret_sealed && vault.openIfOurs(secret_sealed, `staff_channel.secret ${channel_id ?? 0}`)
  if (!secret) return undefined
  const { destination, sender, internalHosts, shopName, language } = row
  return { way, destination, secret, sender, internalHosts, shopName, language }
}

/** Sends one notice, without trying again. `telegram` is the address of the Bot API. */
export const sendNotice = (target: Target, text: string, telegram = TELEGRAM): Promise<Outcome> => {
  if (target.way === 'email') return sendMail(target, text)
  const { secret, destination } = target
  return target.way === 'telegram'
    ? postJson(
        `${telegram}/bot${secret}/sendMessage`,
        { chat_id: destination, text },
        `${target.internalHosts},${hostOf(telegram)}`,
      )
    : postJson(secret, { text, shop: target.shopName }, target.internalHosts)
}

/** The Bot API is the program's own choice; its name may lead to a local one. */
const hostOf = (url: string) => (url === TELEGRAM ? '' : new URL(url).hostname)

const postJson = (url: string, body: object, allowedHosts: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const text = JSON.stringify(body)
    let isOut = false
    const failed = (error: unknown) => {
      if (error instanceof InternalTarget) return resolve({ state: 'refused', error: 'address_internal' })
      resolve(isOut ? { state: 'unclear' } : { state: 'unsent', error: 'no answer' })
    }
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const sent = requestOutside(new URL(url), { method: 'POST', headers, signal }, allowedHosts)
      sent.on('error', failed)
      // From the connection on some of it may have arrived.
      sent.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (isOut = true))
        else isOut = true
      })
      sent.on('response', (reply) => {
        reply.on('error', () => {}).resume()
        resolve(outcomeOf(reply.statusCode ?? 0))
      })
      sent.end(text)
    } catch (error) {
      failed(error)
    }
  })

const TOO_MANY = 429
const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return { state: 'sent' }
  // It was not taken, and may be taken later.
  if (status === TOO_MANY || status >= 500) return { state: 'unsent', error: `status ${status}` }
  return { state: 'refused', error: `status ${status}` }
}

const REFUSED_FROM = 500

const sendMail = async ({ secret, destination, sender, internalHosts, shopName }: Target, text: string): Promise<Outcome> => {
  let isOut = false
  // Read when the server has agreed to take it: from then on it may have arrived.
  const body = Readable.from(
    (function* () {
      isOut = true
      yield text
    })(),
  )
  try {
    const url = new URL(secret)
    const host = await publicAddressOf(url.hostname, internalHosts)
    const isSecure = url.protocol === 'smtps:'
    const mail = createTransport({
      host,
      port: Number(url.port) || (isSecure ? 465 : 587),
      secure: isSecure,
      // A password is not sent in the open.
      requireTLS: url.username !== '',
      tls: { servername: url.hostname },
      ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
    await mail.sendMail({ from: sender, to: destination, subject: `${shopName}: ${text.split('\n')[0]}`, text: body })
    return { state: 'sent' }
  } catch (error) {
    return mailOutcome(error, isOut)
  }
}

const mailOutcome = (error: unknown, isOut: boolean): Outcome => {
  if (error instanceof InternalTarget) return { state: 'refused', error: 'address_internal' }
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  const said = `${code} ${responseCode || ''}`.trim().slice(0, MAX_ERROR)
  if (responseCode >= REFUSED_FROM) return { state: 'refused', error: said }
  return isOut && responseCode === 0 ? { state: 'unclear' } : { state: 'unsent', error: said || 'no answer' }
}

/** The address that was looked up is the one connected to, so that a name which changes leads nowhere else. */
const publicAddressOf = async (host: string, internalHosts: string): Promise<string> => {
  const found = await dns.lookup(host, { all: true })
  const isAllowed = hostsOf(internalHosts).includes(host)
  if (!isAllowed && found.some(({ address }) => isInternal(address))) throw new InternalTarget()
  return found[0]?.address ?? host
}
