import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { SMS_TIMEOUT_MS } from '#contract/limits.ts'
import type { SmsGateway } from '../settings/read-settings.ts'
import { type Answer, type Outcome, outcomeOf } from './answers.ts'

/** An address with a number's own {phone}, {message} and {id} to fill in. It may hold a key: it is never logged or shown. */
export type HttpGateway = Extract<SmsGateway, { kind: 'http' }>

/** One number on its way. The id is the same at each attempt, so that a gateway which knows ids can tell a repeat. */
export interface OutgoingSms {
  readonly id: number
  readonly phone: string
  readonly message: string
}

/** Connections stay open between messages. */
const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

/**
 * Hands one number to the gateway, exactly once: no redirect is followed and nothing is tried again. Never throws. What fails before the
 * connection stands has reached nobody; whatever happens afterwards without a clear answer is unclear.
 */
export const sendSms = (gateway: HttpGateway, { id, phone, message }: OutgoingSms): Promise<Outcome> =>
  new Promise((resolve) => {
    let isConnected = false
    let isAnswered = false
    const fail = (error: string) => {
      // Then the answer decides, cut off or not.
      if (isAnswered) return
      resolve(isConnected ? unclear(error) : { state: 'waiting', error: `Not reached: ${error}` })
    }
    let call: Call
    try {
      call = begin(gateway, targetOf(gateway, { id: String(id), phone, message }))
    } catch {
      fail('its address is not valid')
      return
    }
    const { sent, body, isSecure } = call
    const late = setTimeout(() => sent.destroy(new Error('no answer in time')), SMS_TIMEOUT_MS)
    sent.on('socket', (socket) => {
      // One that stands already: what is written leaves at once.
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
    sent.on('error', (error) => fail(wordsFor(error)))
    sent.on('close', () => {
      clearTimeout(late)
      fail('the connection was closed without an answer')
    })
    sent.end(body)
  })

/** Longer answers are judged by their beginning. */
const ANSWER_MAX_BYTES = 64 * 1024

/** Tells the answer once it has ended, or was cut off: by the gateway, by the time limit, or here because it is too long. */
const readAnswer = (reply: IncomingMessage, tell: (answer: Answer) => void) => {
  const parts: Buffer[] = []
  let bytes = 0
  reply.on('error', () => {})
  reply.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    if (bytes > ANSWER_MAX_BYTES) reply.destroy()
  })
  reply.on('close', () =>
    tell({
      status: reply.statusCode ?? 0,
      body: Buffer.concat(parts).toString(),
      isWhole: reply.complete && bytes <= ANSWER_MAX_BYTES,
    }),
  )
}

const unclear = (error: string): Outcome => ({ state: 'unclear', error })

interface Call {
  readonly sent: ClientRequest
  readonly body: Buffer | undefined
  readonly isSecure: boolean
}

/** Throws where the address can be read but not asked. */
const begin = ({ method }: HttpGateway, { url, body }: Target): Call => {
  const isSecure = url.protocol === 'https:'
  const headers = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
  const options = { method, agent: isSecure ? agents['https:'] : agents['http:'], headers }
  return { sent: (isSecure ? requestHttps : requestHttp)(url, options), body, isSecure }
}

interface Target {
  readonly url: URL
  readonly body: Buffer | undefined
}

/** With POST, what follows '?' is sent as a form: gateways read it there, and their logs keep it less. */
const targetOf = ({ url, method }: HttpGateway, values: Record<string, string>): Target => {
  const filled = new URL(url.replace(/\{(phone|message|id)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')))
  if (!(filled.protocol in agents)) throw new Error('Neither http nor https')
  if (method === 'GET') return { url: filled, body: undefined }
  const body = Buffer.from(filled.search.slice(1))
  filled.search = ''
  return { url: filled, body }
}

/** An error's code says enough; its message could name the address. */
const wordsFor = (error: Error & { code?: string }): string =>
  error.code ?? (error.message === 'no answer in time' ? error.message : 'the connection broke')
