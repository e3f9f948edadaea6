import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { NotFound } from '../../errors.ts'
import { query } from '../db/connect.ts'
import type { Standby } from '../db/standby.ts'
import type { Dependencies } from './call.ts'
import { isSame } from './identify.ts'

export interface MetricsOptions {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** Without it, metrics are for this machine alone. */
  readonly key: string | undefined
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

const WORK = `
  select (select count(*) from webhooks where state = 'waiting') as webhooks_waiting,
    (select count(*) from webhooks where state = 'failed') as webhooks_failed,
    (select coalesce(sum(n), 0)::bigint from campaign_tally where state = 'waiting') as sms_waiting,
    (select coalesce(sum(n), 0)::bigint from campaign_tally where state = 'unclear') as sms_unclear,
    (select count(*) from orders where status = 'in_progress') as claims,
    (select count(*) from books, jsonb_object_keys(report)) as unreconciled`

const WORK_HELP = {
  webhooks_waiting: 'Webhooks to be delivered',
  webhooks_failed: 'Webhooks given up',
  sms_waiting: 'Text messages to be sent',
  sms_unclear: 'Text messages without a clear answer of the gateway',
  claims: 'Orders in progress',
  unreconciled: 'Rules of the books found broken by the last check',
}
type WorkName = keyof typeof WORK_HELP

/** Serves GET /metrics for Prometheus. Routes added later are counted, so it comes first. */
export const addMetrics = (app: FastifyInstance, { db, standby }: Dependencies, { pool, key }: MetricsOptions): void => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({ name: 'topdeck_http_requests_total', help: 'Requests answered', labelNames, registers })
  const seconds = new Histogram({
    name: 'topdeck_http_request_duration_seconds',
    help: 'Time to the end of the reply',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_S,
    registers,
  })
  // By pattern: addresses themselves would be without number.
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none' }
    requests.inc({ ...labels, status: reply.statusCode })
    seconds.observe(labels, reply.elapsedTime / 1_000)
  })
  const gauge: AddGauge = (name, help, labelNames = [], collect = () => {}) =>
    new Gauge({
      name: `topdeck_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        collect(this)
      },
    })
  gauge('pool_connections', 'Database connections of this server; waiting: requests for one', ['state'], (own) => {
    own.set({ state: 'open' }, pool.totalCount)
    own.set({ state: 'idle' }, pool.idleCount)
    own.set({ state: 'waiting' }, pool.waitingCount)
  })
  if (standby) addStandbyGauges(standby, gauge)
  const work = Object.entries(WORK_HELP).map(([name, help]) => [name as WorkName, gauge(name, help)] as const)
  // Missing while the database does not answer: stale figures would look sound.
  const reachable = gauge('database_up', '1 if the database answered')
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, key)) throw new NotFound()
    const [row] = await query<Record<WorkName, number>>(db, WORK).catch(() => [])
    reachable.set(row ? 1 : 0)
    for (const [name, figure] of work) {
      if (row) figure.set(row[name])
      else figure.remove()
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

type AddGauge = (name: string, help: string, labelNames?: string[], collect?: (own: Gauge) => void) => Gauge

const addStandbyGauges = ({ state }: Standby, gauge: AddGauge) => {
  gauge('standby_up', '1 if the standby for reads answers and is not behind', [], (own) => {
    own.set(state().state === 'in_use' ? 1 : 0)
  })
  gauge('standby_behind_bytes', 'Log of the primary that the standby has not replayed', [], (own) => {
    const { behind_bytes } = state()
    if (behind_bytes === null) own.remove()
    else own.set(behind_bytes)
  })
  gauge('standby_reads', 'Reads since the start that the standby served, or the primary in its place', ['served_by'], (own) => {
    const { reads_of_standby, reads_of_primary } = state()
    own.set({ served_by: 'standby' }, reads_of_standby)
    own.set({ served_by: 'primary' }, reads_of_primary)
  })
}

/** The address of the connection itself, whatever a proxy says. */
const mayRead = ({ headers, socket }: FastifyRequest, key: string | undefined): boolean => {
  const given = headers.authorization?.match(/^Bearer (.+)$/i)?.[1]
  if (key !== undefined && given !== undefined && isSame(given, key)) return true
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined)
}
