import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { RUNTIME_ROLE, startEmbedded } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { writeActions } from '../../server/start/actions.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run, and the migrated database in it that every test file clones. */
    serverUrl: string
    template: string
    /** Of the role that a running shop has on that server. */
    runtimePassword: string
    /** A data folder whose own database has stopped and holds nothing yet; '' where the run's server was given. */
    unusedDataDir: string
  }
}

/**
 * Every file makes a database and drops it, and each time the disk would be waited for; what must survive a crash has separate
 * servers. Each worker's shop has two pools of twenty.
 */
const SETTINGS = { fsync: 'off', max_connections: '300' }
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/** Where the run's databases live: in memory where there is plenty of it, as making one there costs an eighth of the time. */
function databaseFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return mkdtempSync(join(bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir(), 'topdeck-test-'))
  } catch {
    return mkdtempSync(join(tmpdir(), 'topdeck-test-'))
  }
}

/** Tests make thousands of files, which on a disk takes a multiple of the work. They run programs there too, which memory may not allow. */
function moveTemporaryFolder(folder: string): void {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // Other accounts than root's pass through.
  for (const path of [folder, temporary]) chmodSync(path, 0o711)
  const program = join(temporary, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  if (spawnSync(program).status === 0) process.env.TMPDIR = temporary
}

/** Making a cluster takes 1.5 s of a core, copying one a tenth of it: the run's own is a copy, and so are those of tests. */
async function prepareDataFolder(folder: string): Promise<string> {
  const unused = join(folder, 'unused')
  await (await startEmbedded({ dataDir: unused, settings: SETTINGS })).stop()
  execFileSync('cp', ['-a', unused, join(folder, 'used')])
  return unused
}

/** One real PostgreSQL per run (TEST_DATABASE_URL's server, else an embedded one), with one migrated template database. */
export default async function setup(project: TestProject) {
  const folder = databaseFolder()
  if (project.name === 'server') moveTemporaryFolder(folder)
  const given = process.env.TEST_DATABASE_URL
  const unusedDataDir = given ? '' : await prepareDataFolder(folder)
  const embedded = given ? undefined : await startEmbedded({ dataDir: join(folder, 'used'), settings: SETTINGS })
  const serverUrl = given ?? embedded?.url ?? ''
  const template = `template_${process.pid}`

  const admin = openPool(serverUrl, 1)
  await admin.query(`create database ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  const pool = openPool(url.href, 1)
  await admin.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${RUNTIME_ROLE}') then create role ${RUNTIME_ROLE} login; end if;
  end $$`)
  const runtimePassword = embedded ? new URL(embedded.runtimeUrl).password : 'shop'
  if (!embedded) await admin.query(`alter role ${RUNTIME_ROLE} password '${runtimePassword}'`)
  await migrate(pool, undefined, RUNTIME_ROLE)
  await writeActions(openDatabase(pool))
  // What a test makes for itself, such as a trigger that notes something, works for the server too.
  for (const kind of ['tables', 'sequences']) {
    await pool.query(`alter default privileges grant all on ${kind} to ${RUNTIME_ROLE}`)
  }
  await pool.end()

  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  project.provide('runtimePassword', runtimePassword)
  project.provide('unusedDataDir', unusedDataDir)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
