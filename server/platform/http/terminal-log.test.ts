import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp, startSecondServer } from '../../../test/support/app.ts'
import { logTo } from './terminal-log.ts'

const app = await startApp()
afterAll(() => app.close())

const folder = mkdtempSync(join(tmpdir(), 'topdeck-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Answers two requests, with its log to there. */
const serve = async (output: Parameters<typeof logTo>[0], logLevel: string) => {
  const { url, close } = await startSecondServer(app, { logging: { logLevel, ...logTo(output) } })
  const statuses = [(await fetch(`${url}/api/health`)).status, (await fetch(`${url}/api/health`)).status]
  await close()
  return statuses
}

const onTerminal = async (logLevel: string) => {
  const written: string[] = []
  await serve({ isTTY: true, fd: -1, write: (text) => written.push(text) }, logLevel)
  return written
}

const REQUEST = /^\d\d:\d\d:\d\d debug answered reqId=\S+ method=GET path=\/api\/health ip=127\.0\.0\.1 status=200 ms=\d+\n$/

test('a terminal shows no requests at info, and readable lines', async () => {
  const lines = await onTerminal('info')
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d info Server listening at http:\S+\n$/)])
  expect(await onTerminal('debug')).toContainEqual(expect.stringMatching(REQUEST))
})

test('where it is no terminal, requests are JSON lines', async () => {
  const file = join(folder, 'log')
  await serve({ fd: openSync(file, 'w'), write: () => {} }, 'info')
  const read = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  await expect.poll(read).toContainEqual(expect.objectContaining({ msg: 'answered', status: 200 }))
})

test('a log on a full disk ends nothing', async () => {
  expect(await serve({ fd: openSync('/dev/full', 'w'), write: () => {} }, 'info')).toEqual([200, 200])
})

test('an error is logged with its stack; outside text cannot command the terminal', () => {
  const written: string[] = []
  const { log } = logTo({ isTTY: true, fd: -1, write: (text) => written.push(text) })
  const err = { message: 'no', stack: 'Error: \u001b[2J\n    at here' }
  log?.write(JSON.stringify({ level: 50, time: 0, pid: 1, hostname: 'x', job: 'fold\r', err, msg: 'a job failed' }))
  expect(written[0]?.slice(9)).toBe('error a job failed job=fold?\nError: ?[2J\n    at here\n')
})
