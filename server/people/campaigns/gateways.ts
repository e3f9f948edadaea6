import type { IncomingMessage } from 'node:http'
import { SMS_TIMEOUT_MS } from '#contract/limits.ts'
import type { SmsGateway } from '../../core/settings/read-settings.ts'
import { describeFailure, requestOutside } from '../../platform/outgoing/request.ts'
import { type Answer, type Outcome, outcomeOf } from './answers.ts'

/** The address has placeholders {phone}, {message} and {id} and may contain a key, so it is never logged or shown. */
export type HttpGateway = Extract<SmsGateway, { kind: 'http' }>

/** The id is the same for each attempt, so gateways can deduplicate. */
export interface OutgoingSms {
  readonly id: number
  readonly phone: string
  readonly message: string
}

/** Hands one number to the gateway once, without redirects or retries. Never throws. An error before the connection is open is
 * safe to retry; any later one without a clear answer is unclear. */
export const sendSms = (gateway: HttpGateway, { id, phone, message }: OutgoingSms): Promise<Outcome> =>
  new Promise((resolve) => {
    let isConnected = false
    let isAnswered = false
    const fail = (error: string) => {
      if (isAnswered) return
      resolve(isConnected ? unclear(error) : { state: 'waiting', answer: error })
    }
    let call: ReturnType<typeof begin>
    try {
      call = begin(gateway, targetOf(gateway, { id: String(id), phone, message }))
    } catch (error) {
      fail(describeFailure(error))
      return
    }
    const { sent, body, isSecure } = call
    const late = setTimeout(() => sent.destroy(new Error()), SMS_TIMEOUT_MS)
    sent.on('socket', (socket) => {
      // A kept-alive connection: what is written is sent at once.
      isConnected = sent.reusedSocket || !socket.connecting
      if (isConnected) return
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    sent.on('response', (reply) => {
      isAnswered = true
      readAnswer(reply, (answer) => resolve(outcomeOf(gateway, answer)))
    })
    sent.on('error', (error) => fail(describeFailure(error)))
    sent.on('close', () => {
      clearTimeout(late)
      fail('no answer')
    })
    sent.end(body)
  })

const ANSWER_MAX_BYTES = 64 * 1024

const readAnswer = (reply: IncomingMessage, onAnswer: (answer: Answer) => void) => {
  const parts: Buffer[] = []
  let bytes = 0
  reply.on('error', () => {})
  reply.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    if (bytes > ANSWER_MAX_BYTES) reply.destroy()
  })
  reply.on('close', () =>
    onAnswer({
      status: reply.statusCode ?? 0,
      body: Buffer.concat(parts).toString(),
      isWhole: reply.complete && bytes <= ANSWER_MAX_BYTES,
    }),
  )
}

const unclear = (error: string): Outcome => ({ state: 'unclear', answer: error })

/** Throws if the address parses but cannot be requested. */
const begin = ({ method, internalHosts }: HttpGateway, { url, body }: ReturnType<typeof targetOf>) => {
  const isSecure = url.protocol === 'https:'
  const headers = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
  return { sent: requestOutside(url, { method, headers }, internalHosts), body, isSecure }
}

/** POST sends the query as a form: gateways accept it, and their logs keep less of it. */
const targetOf = ({ url, method }: HttpGateway, values: Record<string, string>) => {
  const filled = new URL(url.replace(/\{(phone|message|id)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')))
  if (!['http:', 'https:'].includes(filled.protocol)) throw new Error('Neither http nor https')
  if (method === 'GET') return { url: filled, body: undefined }
  const body = Buffer.from(filled.search.slice(1))
  filled.search = ''
  return { url: filled, body }
}
