import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SHARED_SETTINGS, type SharedSetting } from '#contract/status.ts'
import { routes } from './app.ts'
import { orExit } from './cli/command.ts'
import { auditFile } from './core/audit/file.ts'
import { auditSeals } from './core/audit/seals.ts'
import { deliverWebhooks, startWebhooks } from './core/outbox/deliver-webhooks.ts'
import { addressOfEnvironment, hasWebhooks, readSmsGateway, readStoreAddress } from './core/settings/read-settings.ts'
import { readFacts } from './core/settings/shop-facts.ts'
import { type Env, isDebugging, readEnv } from './env.ts'
import { maintenanceJobs } from './jobs.ts'
import { addRecipients } from './people/campaigns/add-recipients.ts'
import { sendMessages } from './people/campaigns/worker.ts'
import { hasStoreKeys } from './platform/auth/api-keys.ts'
import { type Db, openDatabase, query } from './platform/db/connect.ts'
import { type EmbeddedDatabase, startEmbedded } from './platform/db/embedded.ts'
import { makeFolder } from './platform/db/files.ts'
import { checkLetters } from './platform/db/letters.ts'
import { lossReporter } from './platform/db/loss-reporter.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPool, reasonOf } from './platform/db/pool.ts'
import { findPrimary } from './platform/db/primary.ts'
import { requireOneDatabase } from './platform/db/runtime-role.ts'
import { requireOwnSessions } from './platform/db/sessions-check.ts'
import { openStandby, type Standby } from './platform/db/standby.ts'
import { checkStandby } from './platform/db/standby-check.ts'
import { listenForChanges } from './platform/events/changes.ts'
import { compareServers } from './platform/health/other-servers.ts'
import { openReadiness } from './platform/health/readiness.ts'
import { failedSignInsLog } from './platform/http/audit.ts'
import { closerOf } from './platform/http/closing.ts'
import { addPages, requireBuild } from './platform/http/pages.ts'
import { buildServer } from './platform/http/server.ts'
import { logTo } from './platform/http/terminal-log.ts'
import { logFailures, startJobs } from './platform/jobs/jobs.ts'
import { openFolder } from './platform/uploads/folder.ts'
import { openStorage, picturePlace } from './platform/uploads/open-storage.ts'
import { pictureSweep } from './platform/uploads/register.ts'
import { openHeadFile } from './platform/vault/audit-head.ts'
import { withDataFolder } from './start/data-folder.ts'
import { listenError, requireAddress, requireFreePort } from './start/listening.ts'
import { openVaultAtStart, prepareDatabase } from './start/start-up.ts'
import { listenForSignals, orStop } from './start/stopping.ts'
import { compareCatalog } from './store/catalog.ts'
import { readShopFigures } from './system/shop-figures.ts'
import { staffDelivery } from './system/staff-notices/deliver.ts'
import { staffNoticesJob } from './system/staff-notices/note.ts'

type Mode = 'start' | 'demo' | 'dev'

/** For the start alone. */
const OWNER_CONNECTIONS = 2
/** Then exits anyway. Like a power cut, this loses nothing that was confirmed. */
const STOPPED_WITHIN_MS = 11_000

/** Stops cleanly on SIGTERM and SIGINT. Exits 1 with a message on failure. */
export const main = (mode: Mode): Promise<void> => orExit(() => run(mode, readEnv()), { stack: isDebugging })

const run = async (mode: Mode, given: Env) => {
  if (mode !== 'dev') requireBuild()
  const demo = mode === 'demo' ? await import('./demo/demo.ts') : undefined
  const env = demo ? demo.settingsOf(given) : given
  if (demo && given.WEBHOOK_URL) console.log('The demo tells WEBHOOK_URL nothing. To try messages, set an address on /settings.')
  const dataDir = resolve(env.DATA_DIR)
  // Otherwise a port in use is checked later, when a server on the same folder can be named.
  const isNew = !env.DATABASE_URL && !existsSync(join(dataDir, 'postgres'))
  await (isNew ? requireFreePort(env) : requireAddress(env))
  await withDataFolder(dataDir, () => runOn(mode, env, dataDir))
}

const runOn = async (mode: Mode, env: Env, dataDir: string) => {
  makeFolder(dataDir)
  const stopping = listenForSignals()
  const log = (line: string) => console.log(line)
  const embedded = env.DATABASE_URL ? undefined : await orStop(startEmbedded({ dataDir, log }), stopping)
  const serving = serve(mode, env, dataDir, embedded)
  const running = await orStop(serving, stopping, embedded).catch(async (error) => {
    await embedded?.stop()
    throw error
  })
  let isStopping = false
  embedded?.lost.then((error) => {
    if (isStopping) return
    console.error(`The database ended and cannot be started again, so the server stops. ${error.message}`)
    process.exit(1)
  })
  await stopping
  isStopping = true
  running.leave()
  await sleep(env.DRAIN_SECONDS * 1_000)
  setTimeout(() => {
    console.error('Not everything had ended in time, so the server stops without it. Nothing that was saved is lost.')
    process.exit(0)
  }, STOPPED_WITHIN_MS)
  await running.stop()
  await embedded?.stop()
  process.exit(0)
}

const serve = async (mode: Mode, env: Env, dataDir: string, embedded: EmbeddedDatabase | undefined) => {
  const url = env.DATABASE_URL ?? embedded?.runtimeUrl ?? ''
  const ownerUrl = env.DATABASE_OWNER_URL ?? embedded?.url ?? url
  for (const each of [url, ownerUrl]) await findPrimary(each)
  const pool: pg.Pool = openPool(url, env.DATABASE_POOL, {
    onLost: lossReporter(
      () => pool.query('select'),
      (line) => console.error(line),
    ),
  })
  const ownerPool = ownerUrl === url ? pool : openPool(ownerUrl, OWNER_CONNECTIONS)
  const db = openDatabase(pool)
  try {
    return await serveOn(mode, env, dataDir, url, pool, ownerPool, db)
  } catch (error) {
    await pool.end()
    throw error
  } finally {
    if (ownerPool !== pool) await ownerPool.end()
  }
}

const serveOn = async (mode: Mode, env: Env, dataDir: string, url: string, pool: pg.Pool, ownerPool: pg.Pool, db: Db) => {
  const demo = mode === 'demo' ? await import('./demo/demo.ts') : undefined
  // Before any change: a demo must not migrate a real shop.
  const runtimeRole = await requireOneDatabase(pool, ownerPool)
  await requireOwnSessions(pool)
  const { DATABASE_READ_URL: readUrl } = env
  const warning = readUrl && (await checkStandby(readUrl, pool))
  if (warning) console.log(warning)
  const owner = openDatabase(ownerPool)
  await demo?.refuseRealShop(owner, dataDir, env)
  // Before migrating, so that the database of a running older server, which holds the port, is left alone.
  await requireFreePort(env)
  for (const line of await checkLetters((text) => query(owner, text))) console.log(line)
  const newer = await migrate(ownerPool, undefined, runtimeRole)
  if (newer.length > 0) console.log(`Brought the tables forward: ${newer.join(', ')}.`)
  const vault = await openVaultAtStart(owner, dataDir, env)
  // A demo always uses its own folder.
  const images = mode === 'demo' ? openFolder(join(dataDir, 'images')) : openStorage(env, dataDir)
  const lines = demo ? await demo.prepareDemo(owner, vault, dataDir, env) : []
  lines.push(...(await prepareDatabase(owner, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })))
  // Printed now, because the first super admin's password is stored nowhere else.
  for (const line of lines) console.log(line)
  const { WEBHOOK_URL: webhookUrl, WEBHOOK_SECRET: secret } = env
  const storeAddress = webhookUrl && secret ? addressOfEnvironment(webhookUrl, secret) : undefined
  const readAddress = async (own: Db) => storeAddress ?? readStoreAddress(own, vault)
  await readFacts(db)
  if (storeAddress || (await hasWebhooks(db))) await startWebhooks(owner)
  const auditHead = openHeadFile(dataDir)
  const copies = env.AUDIT_FILE ? [auditFile(resolve(env.AUDIT_FILE), join(dataDir, 'audit-file'))] : []
  const otherServers = compareServers(sharedSettings(env, dataDir), vault)
  const changes = await listenForChanges(url, (error) => console.error(`Live news are interrupted: ${reasonOf(error)}`), {
    name: otherServers.name,
  })
  const readiness = openReadiness(url, dataDir)
  const standby: Standby | undefined = readUrl ? openStandby(readUrl, env.DATABASE_POOL, db) : undefined
  const listen = async () => {
    const app = await buildServer({
      routes,
      db,
      standby,
      storeAddress,
      vault,
      changes,
      images,
      readiness,
      auditHead,
      otherServers,
      storeKey: env.STORE_KEY,
      publicUrl: env.PUBLIC_URL,
      corsOrigins: env.CORS_ORIGINS,
      metrics: { pool, key: env.METRICS_KEY, figures: readShopFigures },
      logLevel: env.LOG_LEVEL,
      ...logTo(process.stdout),
      trustProxy: env.TRUST_PROXY,
      addPages: addPages({ dev: mode === 'dev' }),
    })
    return { app, address: await app.listen({ port: env.PORT, host: env.HOST }) }
  }
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT ? (await import('./platform/outgoing/traces.ts')).startTracing(env) : undefined
  const { app, address } = await listen().catch(async (error) => {
    // Otherwise its lost connection would be logged and hide the reason.
    await Promise.all([changes.stop(), readiness.stop(), standby?.stop()])
    throw listenError(error, env)
  })
  const close = closerOf(app)
  const sending = sendMessages(() => readSmsGateway(db, vault))
  const seals = auditSeals(vault, { head: auditHead, tell: (audit_head) => app.log.info({ audit_head }, 'audit head') })
  const jobs = startJobs(
    db,
    [
      ...maintenanceJobs,
      failedSignInsLog,
      pictureSweep(images),
      seals,
      compareCatalog,
      deliverWebhooks(readAddress),
      addRecipients,
      sending,
      staffNoticesJob,
      staffDelivery(vault),
      ...copies,
    ],
    logFailures(app.log),
  )
  const simulator = demo?.startSimulator(address, env)
  // Before it is ready: from there on, a database that is lost is waited for and ends nothing.
  const differing = await otherServers.differing(db)
  console.log(`Topdeck is ready at ${address}`)
  for (const name of differing) console.log(SHARED_SETTINGS[name])
  if (!env.STORE_KEY && !(await hasStoreKeys(db)))
    console.log('The store API is closed, so no orders come in: add a store key on /settings to open it.')
  const left = join(dataDir, 'postgres')
  if (env.DATABASE_URL && existsSync(left))
    console.log(`${left} holds another database, which a start or a backup without DATABASE_URL would use: rename it.`)
  return {
    leave: readiness.leave,
    stop: async () => {
      simulator?.stop()
      // In parallel with the requests: a running SMS call takes as long as they do.
      const jobsEnd = jobs.stop()
      await close()
      await jobsEnd
      await readiness.stop()
      await standby?.stop()
      // The first run marks the writers, the second seals once they have ended. Otherwise the last minute would be sealed at the
      // next start and could look like rows inserted later.
      await seals
        .run(db)
        .then(() => seals.run(db))
        .catch((error) => app.log.error({ err: error }, 'the last changes were not sealed'))
      await db.destroy()
      await tracing?.stop()
    },
  }
}

/** MASTER_KEY is not among them: a server with another one refuses to start. What /settings has is the database's, and so everyone's. */
const sharedSettings = (env: Env, dataDir: string): Record<SharedSetting, string> => ({
  webhook: JSON.stringify([env.WEBHOOK_URL, env.WEBHOOK_SECRET]),
  store_key: env.STORE_KEY ?? '',
  pictures: picturePlace(env, dataDir),
  public_url: env.PUBLIC_URL ?? '',
  trust_proxy: env.TRUST_PROXY,
  cors_origins: JSON.stringify(env.CORS_ORIGINS.toSorted()),
  metrics_key: env.METRICS_KEY ?? '',
})
