import { afterAll, expect, test } from 'vitest'
import { startApp, startSecondServer } from '../../../test/support/app.ts'
import { logTo } from './terminal-log.ts'

const app = await startApp()
afterAll(() => app.close())

/** What a server writes to such an output while a request is answered. */
const writtenTo = async (isTTY: boolean, logLevel: string) => {
  const written: string[] = []
  const output = { isTTY, write: (text: string) => written.push(text) }
  const log = { write: output.write, ...logTo(output).log }
  const { url, close } = await startSecondServer(app, { logging: { logLevel, ...logTo(output), log } })
  await fetch(`${url}/api/health`)
  await close()
  return written
}

const REQUEST = /^\d\d:\d\d:\d\d debug answered reqId=\S+ method=GET path=\/api\/health ip=127\.0\.0\.1 status=200 ms=\d+\n$/

test('a terminal shows no requests at info, and readable lines', async () => {
  const lines = await writtenTo(true, 'info')
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d info Server listening at http:\S+\n$/)])
  expect(await writtenTo(true, 'debug')).toContainEqual(expect.stringMatching(REQUEST))
})

test('where it is no terminal, requests are JSON lines', async () => {
  const lines = (await writtenTo(false, 'info')).map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'answered', status: 200 }))
})

test('an error is told with its stack, and nothing that came from outside commands the terminal', () => {
  const written: string[] = []
  const { log } = logTo({ isTTY: true, write: (text) => written.push(text) })
  const err = { message: 'no', stack: 'Error: \u001b[2J\n    at here' }
  log?.write(JSON.stringify({ level: 50, time: 0, pid: 1, hostname: 'x', job: 'fold\r', err, msg: 'a job failed' }))
  expect(written[0]?.slice(9)).toBe('error a job failed job=fold?\nError: ?[2J\n    at here\n')
})
