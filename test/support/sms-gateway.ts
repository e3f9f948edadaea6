import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SmsGateway } from '../../server/core/settings/read-settings.ts'
import type { HttpGateway } from '../../server/people/campaigns/gateways.ts'
import { sendMessages } from '../../server/people/campaigns/worker.ts'
import type { Db } from '../../server/platform/db/connect.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'

/** What the gateway does with a number: a status that it answers, 200 with words, or no answer, after it has taken the message. */
export type Behaviour =
  | number
  | { status?: number; words: string; isCut?: boolean }
  | 'takes it and is silent'
  | 'takes it and hangs up'

/** A gateway of the tests' own on loopback. */
export interface FakeGateway {
  /** Every message that it has taken, in order: also those that it did not answer. */
  readonly taken: { readonly id: string; readonly phone: string; readonly message: string }[]
  /** How often it took a message of each number. */
  timesOf(): Map<string, number>
  /** What it does from now on; 200 unless told. */
  behave(how: (phone: string) => Behaviour): void
  readonly settings: HttpGateway
  /** Refuses connections until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

const STATUSES_THAT_TAKE = (status: number) => status < 400 || status >= 500

/** Starts a gateway that takes messages by GET, or by POST as a form. */
export const startGateway = async (method: HttpGateway['method'] = 'GET'): Promise<FakeGateway> => {
  const taken: FakeGateway['taken'] = []
  let how: (phone: string) => Behaviour = () => 200
  let port = 0

  const answer = (request: IncomingMessage, reply: ServerResponse, form: string) => {
    const query = new URLSearchParams(method === 'POST' ? form : (request.url ?? '').split('?')[1])
    const [id, phone, message] = ['id', 'to', 'text'].map((name) => query.get(name) ?? '') as [string, string, string]
    const behaviour = how(phone)
    const { status = 200, words = '', isCut = false } = typeof behaviour === 'number' ? { status: behaviour } : Object(behaviour)
    if (typeof behaviour === 'string' || STATUSES_THAT_TAKE(status)) taken.push({ id, phone, message })
    if (behaviour === 'takes it and is silent') return
    if (behaviour === 'takes it and hangs up') return void request.socket.destroy()
    reply.writeHead(status, { location: '/elsewhere' })
    if (isCut) reply.write(words, () => request.socket.destroy())
    else reply.end(words)
  }

  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, reply, Buffer.concat(parts).toString()))
  })
  const open = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await open()
  port = (server.address() as AddressInfo).port
  return {
    taken,
    timesOf: () => new Map([...Map.groupBy(taken, ({ phone }) => phone)].map(([phone, calls]) => [phone, calls.length])),
    behave: (next) => {
      how = next
    },
    settings: {
      kind: 'http',
      method,
      per_second: 1_000,
      internalHosts: '127.0.0.1',
      url: `http://127.0.0.1:${port}/send?key=s3cret-key&to={phone}&text={message}&id={id}`,
    },
    open,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** A server's worker that hands over to this gateway, or keeps without one; `stop` waits for what is under way. */
export const startSending = (db: Db, settings: SmsGateway = { kind: 'outbox' }): { stop: () => Promise<void> } =>
  startJobs(db, [sendMessages(async () => settings, 20)], (name, error) => console.error(name, error))
