import { linkSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/app.ts'
import { query } from '../../platform/db/connect.ts'
import { auditFile } from './file.ts'

const app = await startApp()
const folder = mkdtempSync(join(tmpdir(), 'topdeck-audit-'))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = join(folder, 'audit.log')
const position = join(folder, 'position')
const open = () => auditFile(file, position)
const idsIn = (name: string) =>
  readFileSync(name, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { id: number }).id)
const idsOfLog = async () => (await query<{ id: number }>(app.db, 'select id from audit order by id')).map(({ id }) => id)
const write = (rows: number) =>
  query(
    app.db,
    `insert into audit (actor, action, subject, facts) select 'system', 'test.row', 'settings', '{"n":1}' from generate_series(1, $1)`,
    [rows],
  )

test('each sealed row is appended once, also after a restart and a moved file', async () => {
  await write(2_500)
  const first = open()
  await app.sealAudit()
  await first.run(app.db)
  const before = await idsOfLog()
  expect(idsIn(file)).toEqual(before)
  expect(JSON.parse(readFileSync(file, 'utf8').split('\n').at(-2) ?? '')).toMatchObject({ action: 'test.row', facts: { n: 1 } })

  linkSync(position, `${position}.before`)
  await write(1)
  // It may still be joined by rows with lower ids.
  await first.run(app.db)
  expect(idsIn(file)).toEqual(before)
  renameSync(file, `${file}.1`)
  await app.sealAudit()
  await open().run(app.db)
  expect(idsIn(file)).toEqual((await idsOfLog()).slice(before.length))
  // Not written in place: a crash in that moment would leave it empty.
  expect(readFileSync(`${position}.before`, 'utf8')).toBe(`${before.at(-1)}\n`)
})

test('a file that cannot be written is refused at the start', () => {
  expect(() => auditFile(join(folder, 'nowhere', 'audit.log'), position)).toThrow(/^AUDIT_FILE .* cannot be written: ENOENT/)
})
