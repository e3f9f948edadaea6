import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import about from '../../../package.json' with { type: 'json' }
import type { Standby } from '../db/standby.ts'
import { NotFound } from '../errors.ts'
import type { Figure, ReadFigures } from '../health/figures.ts'
import type { Readiness } from '../health/readiness.ts'
import { readRuns } from '../jobs/runs.ts'
import type { Dependencies } from './call.ts'
import { isSame } from './identify.ts'

export interface MetricsOptions {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** Without it, metrics are for this machine alone. */
  readonly key: string | undefined
  /** Figures of the database; left out while it does not answer, because stale ones would look sound. */
  readonly figures: ReadFigures
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Of prom-client's own: gauges with the ending that Prometheus reserves for counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Serves GET /metrics for Prometheus. Routes added later are counted, so it comes first. */
export const addMetrics = (
  app: FastifyInstance,
  { db, standby, readiness }: Dependencies,
  { pool, key, figures }: MetricsOptions,
): void => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
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
      async collect() {
        await collect(this)
      },
    })
  gauge('pool_connections', 'Database connections of this server; waiting: requests for one', ['state'], (own) => {
    own.set({ state: 'open' }, pool.totalCount)
    own.set({ state: 'idle' }, pool.idleCount)
    own.set({ state: 'waiting' }, pool.waitingCount)
  })
  if (standby) addStandbyMetrics(standby, gauge, registers)
  addServerGauges(readiness, gauge)
  const reachable = gauge('database_up', '1 if the database answered')
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, key)) throw new NotFound()
    const read = await figures(db).catch(() => undefined)
    reachable.set(read ? 1 : 0)
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(`${await registry.metrics()}${read ? await written(read) : ''}`)
  })
}

const written = (figures: readonly Figure[]): Promise<string> => {
  const registry = new Registry()
  for (const { name, help, values } of figures) {
    const labelNames = Object.keys(values[0]?.labels ?? {})
    const own = new Gauge({ name: `topdeck_${name}`, help, labelNames, registers: [registry] })
    for (const { labels, value } of values) own.set(labels, value)
  }
  return registry.metrics()
}

type AddGauge = (name: string, help: string, labelNames?: string[], collect?: (own: Gauge) => unknown) => Gauge

const addServerGauges = (readiness: Readiness, gauge: AddGauge) => {
  gauge('build_info', 'Always 1; the labels say what runs', ['version', 'node'], (own) => {
    own.set({ version: about.version, node: process.versions.node }, 1)
  })
  gauge('disk_free_bytes', 'Free space of the disk that holds the data folder', [], async (own) =>
    own.set((await readiness.disk()).free),
  )
  gauge('disk_size_bytes', 'Size of the disk that holds the data folder', [], async (own) =>
    own.set((await readiness.disk()).total),
  )
  gauge('job_failing', '1 if the last run of this job of this server failed, or one is late', ['name'], (own) => {
    for (const { name, failed, late_since } of readRuns()) own.set({ name }, failed || late_since ? 1 : 0)
  })
}

const addStandbyMetrics = ({ state }: Standby, gauge: AddGauge, registers: Registry[]) => {
  gauge('standby_up', '1 if the standby for reads answers and is not behind', [], (own) => {
    own.set(state().state === 'in_use' ? 1 : 0)
  })
  gauge('standby_behind_bytes', 'Log of the primary that the standby has not replayed', [], (own) => {
    const { behind_bytes } = state()
    if (behind_bytes === null) own.remove()
    else own.set(behind_bytes)
  })
  new Counter({
    name: 'topdeck_standby_reads_total',
    help: 'Reads since the start that the standby served, or the primary in its place',
    labelNames: ['served_by'],
    registers,
    collect() {
      const { reads_of_standby, reads_of_primary } = state()
      this.reset()
      this.inc({ served_by: 'standby' }, reads_of_standby)
      this.inc({ served_by: 'primary' }, reads_of_primary)
    },
  })
}

/** The address of the connection itself, whatever a proxy says. */
const mayRead = ({ headers, socket }: FastifyRequest, key: string | undefined): boolean => {
  const given = headers.authorization?.match(/^Bearer (.+)$/i)?.[1]
  if (key !== undefined && given !== undefined && isSame(given, key)) return true
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined)
}
