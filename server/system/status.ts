import type { Output } from '#contract/endpoint.ts'
import { DISK_LOW_BYTES } from '#contract/limits.ts'
import type { status } from '#contract/status.ts'
import about from '../../package.json' with { type: 'json' }
import type { Context, Handlers } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { IS_OWNER } from '../platform/db/runtime-role.ts'
import { readRuns } from '../platform/jobs/runs.ts'

type Status = Output<typeof status.show>

const DATABASE = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    coalesce((select max(name) from migrations where name not in ('tables', 'functions')), '') as migration,
    pg_database_size(current_database()) as bytes,
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as connections_most, ${IS_OWNER} as is_owner`

// Uncounted changes have no timestamp; they are folded within a second or two.
const QUEUES = `
  select 'order_changes' as name, (select count(*) from order_count_deltas) as waiting, null::float8 as oldest_s
  union all
  select 'money_changes', (select count(*) from money_count_deltas) + (select count(*) from money_decisions)
    + (select count(*) from wallet_moves), null
  union all
  select 'voucher_changes', (select count(*) from voucher_count_deltas), null
  union all
  select 'campaign_changes', (select count(*) from campaign_count_deltas), null
  union all
  select 'audit_rows', count(*), extract(epoch from now() - min(at))::float8
  from audit where id > coalesce((select max(to_id) from audit_seals), 0)
  union all
  select 'store_messages', count(*), extract(epoch from now() - min(created_at))::float8
  from webhooks where state = 'waiting'`

export const statusHandlers: Handlers<typeof status> = {
  async show(ctx) {
    const [database] = await query<Status['database']>(ctx.db, DATABASE)
    if (!database) throw new Error('The database says nothing of itself')
    return {
      server: {
        version: about.version,
        node: process.versions.node,
        started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
        memory_bytes: process.memoryUsage.rss(),
      },
      database,
      standby: ctx.standby?.state() ?? null,
      disk: await readDisk(ctx),
      differing: (await ctx.otherServers?.differing(ctx.db)) ?? [],
      queues: await query<Status['queues'][number]>(ctx.db, QUEUES),
      jobs: readRuns(),
      backups: await readBackups(ctx.db),
    }
  },
}

const readDisk = async ({ readiness }: Context): Promise<Status['disk']> => {
  const { free, total } = await readiness.disk()
  return { free_bytes: free, total_bytes: total, is_low: free < DISK_LOW_BYTES }
}

type Backups = Status['backups']

// A restored shop still has the file it came from. Backups dated in the future say nothing about their age.
const LAST = `
  select moment as at, bytes, rows, missing, with_key from backups
  where moment <= now() order by moment desc, id desc limit 1`
const RESTORED = `
  select at, moment from backups where kind = 'restore' order by id desc limit 1`

const readBackups = async (db: Db): Promise<Backups> => {
  const [last] = await query<NonNullable<Backups['last']>>(db, LAST)
  const [restored] = await query<NonNullable<Backups['restored']>>(db, RESTORED)
  return { last: last ?? null, restored: restored ?? null }
}
