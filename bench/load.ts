import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** What one round of load gave. */
interface Round {
  requests: number
  perSecond: number
  p50Ms: number
  p95Ms: number
}

const once = (url: URL, agent: Agent, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, path: url.pathname + url.search, agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url.pathname} answered ${reply.statusCode}`))
      reply.resume()
      reply.on('end', resolve)
      reply.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })

/** GETs one address over kept-alive connections, `atOnce` at a time, for a while. Loopback only. */
export const load = async (
  address: string,
  headers: Record<string, string>,
  atOnce: number,
  durationMs: number,
): Promise<Round> => {
  const url = new URL(address)
  if (url.hostname !== '127.0.0.1') throw new Error('Load goes to this machine only')
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const times: number[] = []
  const started = performance.now()
  const until = started + durationMs
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const before = performance.now()
        await once(url, agent, headers)
        times.push(performance.now() - before)
      }
    }),
  )
  const elapsed = performance.now() - started
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { requests: times.length, perSecond: Math.round((times.length / elapsed) * 1000), p50Ms: at(0.5), p95Ms: at(0.95) }
}

const CLOCK_TICK_MS = 10

/** CPU of a process so far in ms, in its own and in the kernel's time. Linux only. */
export const cpuMsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
}

/** The middle value. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
