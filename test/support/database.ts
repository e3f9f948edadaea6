import type pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../../server/platform/db/connect.ts'
import { RUNTIME_ROLE } from '../../server/platform/db/embedded.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { type BooksLeft, expectSoundBooks } from './books.ts'

let count = 0

export interface TestDatabase {
  readonly url: string
  readonly runtimeUrl: string
  readonly drop: () => Promise<void>
}

/** A fresh migrated database of the test's own, cloned from the template; `drop` removes it. `runtimeUrl` is a running shop's. */
export const createDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${count++}`
  const admin = openPool(inject('serverUrl'), 1)
  // The other strategy writes every page into the log first, and takes twice as long.
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  const runtime = new URL(url)
  runtime.username = RUNTIME_ROLE
  runtime.password = inject('runtimePassword')
  return {
    url: url.href,
    runtimeUrl: runtime.href,
    drop: async () => {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/** The same, opened: `close` ends its connections and removes it. As startApp's, it fails if the books are broken against their will. */
export const openTestDatabase = async (
  connections = 1,
): Promise<{ pool: pg.Pool; db: Db; close: (left?: BooksLeft) => Promise<void> }> => {
  const { url, drop } = await createDatabase()
  const pool = openPool(url, connections)
  const db = openDatabase(pool)
  const close = async (left?: BooksLeft) => {
    try {
      if (left?.books !== 'broken') await expectSoundBooks(db)
    } finally {
      await db.destroy()
      await drop()
    }
  }
  return { pool, db, close }
}
