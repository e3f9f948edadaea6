import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { status } from '#contract/status.ts'
import { request } from '../../../test/support/app.ts'
import { createEmptyDatabase } from '../../../test/support/backups.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { buildInstallation, type Started } from '../../../test/support/installation.ts'
import { OWNER, signInOwner } from '../../../test/support/product.ts'
import { addressOf } from '../db/connect.ts'
import { openPool } from '../db/pool.ts'
import { bucketPlace } from './other-servers.ts'

const SPLIT = 'Another server of this shop keeps its pictures elsewhere'

const installation = buildInstallation('<!doctype html><html lang="en"></html>')
const database = await createEmptyDatabase()
afterAll(async () => {
  installation.remove()
  await database.drop()
})

test('servers that keep their pictures apart say so; those that share a folder, or one that copied it and ended, do not', async () => {
  const folder = (name: string) => join(installation.folder, name)
  const serve = async (name: string) => {
    const server = installation.start('start', {
      DATABASE_URL: database.url,
      MASTER_KEY: 'ab'.repeat(32),
      DATA_DIR: folder(name),
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
    })
    await expect.poll(server.output).toContain('Topdeck is ready at')
    await expect.poll(server.output).toContain('The store API is closed')
    return server
  }
  const isSplitAt = async (server: Started) => {
    const url = `${/ready at (\S+)/.exec(server.output())?.[1]}`
    const { body } = await request(url, status.show, {}, await signInOwner(url))
    return body.data.are_pictures_split
  }
  const stop = async (server: Started) => {
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
  const first = await serve('one')
  expect([first.output().includes(SPLIT), await isSplitAt(first)]).toEqual([false, false])
  // As an operator makes a second server: with its key, and its pictures too.
  cpSync(folder('one'), folder('two'), { recursive: true })
  const second = await serve('two')
  expect([second.output().includes(SPLIT), await isSplitAt(second), await isSplitAt(first)]).toEqual([true, true, true])
  await stop(second)
  expect(await isSplitAt(first)).toBe(false)
  mkdirSync(folder('three'))
  symlinkSync(join(folder('one'), 'images'), join(folder('three'), 'images'))
  const sharing = await serve('three')
  expect([sharing.output().includes(SPLIT), await isSplitAt(sharing), await isSplitAt(first)]).toEqual([false, false, false])
  await stop(sharing)
  await stop(first)
  expect(readdirSync(join(folder('one'), 'images'))).toEqual(['.place'])
})

test('servers on one bucket are together, one on another is apart', async () => {
  const { db, close } = await openTestDatabase()
  const { name, isSplit } = bucketPlace('https://s3.example', 'pictures')
  expect(bucketPlace('https://s3.example', 'pictures').name).toBe(name)
  const url = new URL(`${addressOf(db)}`)
  const connect = async (application: string) => {
    url.searchParams.set('application_name', application)
    const pool = openPool(url.href, 1)
    await pool.query('select')
    return pool
  }
  const pools = [await connect(name), await connect(name)]
  expect(await isSplit(db)).toBe(false)
  pools.push(await connect(bucketPlace('https://s3.example', 'others').name))
  expect(await isSplit(db)).toBe(true)
  for (const pool of pools) await pool.end()
  await close()
})
