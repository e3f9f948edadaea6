import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { installPackages } from '../support/debian.ts'
import { endProducts, startProduct } from '../support/product.ts'
import { report } from './rounds.ts'
import { makeDataDir } from './shop.ts'

const PROMTOOL = '/usr/bin/promtool'
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
const missing = installPackages(['prometheus'], [PROMTOOL], 'the metrics')
afterAll(endProducts)

const promtool = (words: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, words, { cwd: DOCS, input, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

test.skipIf(missing !== undefined)('promtool finds nothing to say of the names that a server answers', async () => {
  const { dataDir, remove } = makeDataDir('metrics')
  const server = await startProduct(dataDir, { LOG_LEVEL: 'error' })
  const body = await (await fetch(`${server.url}/metrics`)).text()
  expect(promtool(['check', 'metrics'], body)).toEqual({ status: 0, text: '' })
  server.kill('SIGTERM')
  await server.exited
  remove()
  report(`${body.match(/^# TYPE/gm)?.length} metrics follow Prometheus' conventions`)
})

test.skipIf(missing !== undefined)('each alert fires for what it names and in its time', () => {
  expect(promtool(['check', 'rules', 'alerts.yml'])).toMatchObject({ status: 0 })
  expect(promtool(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ status: 0 })
  const tests = readFileSync(`${DOCS}/alerts.test.yml`, 'utf8')
  const alerts = [...readFileSync(`${DOCS}/alerts.yml`, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.filter((name) => !new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n`).test(tests))).toEqual([])
  report(`${alerts.length} alerts fire for what they name`)
})
if (missing) report(missing)
