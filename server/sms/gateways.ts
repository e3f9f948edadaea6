import { type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { SMS_TIMEOUT_MS } from '#contract/limits.ts'
import type { SmsState } from '#contract/sms.ts'
import type { SmsGateway } from '../shop/settings.ts'

/** An address with a number's own {phone}, {message} and {id} to fill in. It may hold a key: it is never logged or shown. */
export type HttpGateway = Extract<SmsGateway, { kind: 'http' }>

/** One number on its way. The id is the same at each attempt, so that a gateway which knows ids can tell a repeat. */
export interface HandOver {
  readonly id: number
  readonly phone: string
  readonly message: string
}

/** What became of it: `waiting` only where nothing can have reached the gateway. The words never hold the address. */
export interface Outcome {
  readonly state: Extract<SmsState, 'sent' | 'refused' | 'unclear' | 'waiting'>
  readonly error: string
}

/** Connections stay open between messages. */
const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

/**
 * Hands one number to the gateway, exactly once: no redirect is followed and nothing is tried again. Never throws. What fails before the
 * connection stands has reached nobody; whatever happens afterwards without a clear answer is unclear.
 */
export const handOver = (gateway: HttpGateway, { id, phone, message }: HandOver): Promise<Outcome> =>
  new Promise((resolve) => {
    let isConnected = false
    const fail = (error: string) => resolve(isConnected ? unclear(error) : { state: 'waiting', error: `Not reached: ${error}` })
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
      // The answer is its status; what else it says may repeat the address.
      reply.on('error', () => {})
      reply.resume()
      resolve(outcomeOf(reply.statusCode ?? 0))
    })
    sent.on('error', (error) => fail(wordsFor(error)))
    sent.on('close', () => {
      clearTimeout(late)
      fail('the connection was closed without an answer')
    })
    sent.end(body)
  })

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

/** Sent there again, these would not have been taken the first time. */
const MOVED = [301, 307, 308]
/** It may have taken the message: it waited for the rest of the request, or knows it already. */
const MAYBE_TAKEN = [408, 409]
/** Too much at once: it has taken nothing, and asks for a pause. */
const TOO_MANY = [425, 429]

const outcomeOf = (status: number): Outcome => {
  const error = `Answered ${status}`
  if (status >= 200 && status < 300) return { state: 'sent', error: '' }
  if (TOO_MANY.includes(status)) return { state: 'waiting', error }
  if (MOVED.includes(status)) return { state: 'refused', error }
  if (status >= 400 && status < 500 && !MAYBE_TAKEN.includes(status)) return { state: 'refused', error }
  return unclear(error)
}

/** An error's code says enough; its message could name the address. */
const wordsFor = (error: Error & { code?: string }): string =>
  error.code ?? (error.message === 'no answer in time' ? error.message : 'the connection broke')
