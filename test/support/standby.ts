import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { accountFor, findBinaries } from '../../server/platform/db/embedded-binaries.ts'
import { spawnTied, tie, waitForExit } from '../../server/platform/db/embedded-process.ts'
import { openPool } from '../../server/platform/db/pool.ts'

/** A streaming standby of an embedded PostgreSQL, made by PostgreSQL's own base backup. */
interface TestStandby {
  /** The standby for whatever address of the primary. */
  addressOf(primaryUrl: string): string
  start(): Promise<void>
  /** Ends it at once, as a lost machine does. */
  stop(): Promise<void>
  /** Keeps what arrives from being applied, or goes on. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
}

/** Copies the cluster of `dataDir`, whose owner reaches it at `primaryUrl`, into `folder` and starts it as a standby. The binaries
 * hold no pg_basebackup, so this is what it does: between pg_backup_start and pg_backup_stop the files are copied. */
export const createStandby = async (primaryUrl: string, dataDir: string, folder: string): Promise<TestStandby> => {
  const cluster = join(folder, 'postgres')
  mkdirSync(folder, { recursive: true })
  const primary = openPool(primaryUrl, 1)
  await primary.query("select pg_backup_start('standby', true)")
  spawnSync('cp', ['-a', join(dataDir, 'postgres'), cluster])
  const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await primary.end()
  for (const file of ['postmaster.pid', 'postmaster.opts', 'pg_replslot'])
    rmSync(join(cluster, file), { recursive: true, force: true })
  const account = accountFor(join(dataDir, 'postgres'))
  mkdirSync(join(cluster, 'pg_replslot'))
  writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(cluster, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(primaryUrl)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`)
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster])

  const bin = findBinaries(folder, account)
  const ownPort = await findFreePort()
  const addressOf = (url: string) => {
    const address = new URL(url)
    address.port = String(ownPort)
    return address.href
  }
  let running: { end(): void; readonly ended: Promise<unknown> } | undefined
  const ask = async (text: string) => {
    const pool = openPool(addressOf(primaryUrl), 1)
    await pool.query(text).finally(() => pool.end())
  }
  const standby: TestStandby = {
    addressOf,
    async start() {
      const settings = [
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        'fsync=off',
        'hot_standby=on',
        'max_connections=100',
      ]
      const flags = settings.flatMap((setting) => ['-c', setting])
      const child = spawnTied({ folder, cwd: cluster, account }, join(bin, 'postgres'), ['-p', String(ownPort), ...flags])
      running = { end: () => tie(child).destroy(), ended: waitForExit(child) }
      let isOver = false
      running.ended.then(() => {
        isOver = true
      })
      while (
        !(await ask('select').then(
          () => true,
          () => false,
        ))
      ) {
        if (isOver) throw new Error(`The standby does not start: see ${folder}/postgres.log`)
        await new Promise((soon) => setTimeout(soon, 20))
      }
    },
    async stop() {
      running?.end()
      await running?.ended
      running = undefined
    },
    pauseReplay: () => ask('select pg_wal_replay_pause()'),
    resumeReplay: () => ask('select pg_wal_replay_resume()'),
  }
  await standby.start()
  return standby
}
