import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { RUNTIME_ROLE, startEmbedded } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { openPool } from '../../server/platform/db/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run, and the migrated database in it that every test file clones. */
    serverUrl: string
    template: string
    /** Of the role that a running shop has on that server. */
    runtimePassword: string
  }
}

/** One real PostgreSQL per run (TEST_DATABASE_URL's server, else an embedded one), with one migrated template database. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-test-'))
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? undefined : await startEmbedded({ dataDir: folder })
  const serverUrl = given ?? embedded?.url ?? ''
  const template = `template_${process.pid}`

  const admin = openPool(serverUrl, 1)
  // Every file makes a database and drops it, and each time the disk would be waited for. What must survive a crash has servers of its own.
  if (embedded) for (const set of ['alter system set fsync = off', 'select pg_reload_conf()']) await admin.query(set)
  await admin.query(`create database ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  const pool = openPool(url.href, 1)
  await admin.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${RUNTIME_ROLE}') then create role ${RUNTIME_ROLE} login; end if;
  end $$`)
  const runtimePassword = new URL(embedded?.runtimeUrl ?? 'postgres://:shop@').password
  if (!embedded) await admin.query(`alter role ${RUNTIME_ROLE} password '${runtimePassword}'`)
  await migrate(pool, undefined, RUNTIME_ROLE)
  // What a test makes for itself, such as a trigger that notes something, works for the server too.
  for (const kind of ['tables', 'sequences']) {
    await pool.query(`alter default privileges grant all on ${kind} to ${RUNTIME_ROLE}`)
  }
  await pool.end()

  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  project.provide('runtimePassword', runtimePassword)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
