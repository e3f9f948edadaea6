import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { installPackages } from '../support/debian.ts'
import { endProducts, exitOf, isAnswering, startProduct } from '../support/product.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'
import { startLoad } from './load.ts'
import { report, roundsOf } from './rounds.ts'
import { openSharedShop } from './shop.ts'

const ROUNDS = roundsOf('DRAIN_ROUNDS', 10)
const CALLERS = 6
const SERVES_MS = 4_000
const missing = installPackages(['haproxy', 'nginx-light'], ['/usr/sbin/haproxy', '/usr/sbin/nginx'], 'the drain')

const proxies: ChildProcess[] = []
afterAll(() => {
  endProducts()
  for (const proxy of proxies) proxy.kill('SIGKILL')
})

type Servers = readonly { readonly port: number }[]
const linesOf = (servers: Servers, line: (port: number, at: number) => string) =>
  servers.map(({ port }, at) => line(port, at + 1)).join('\n')

/** As docs/operating.md has it, without TLS. */
const PROXIES = {
  HAProxy: {
    program: '/usr/sbin/haproxy',
    words: (file: string) => ['-db', '-f', file],
    drainSeconds: 10,
    config: (port: number, servers: Servers) => `
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout check 3s
  option redispatch 1
  retries 2
  retry-on conn-failure
frontend desk
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  default_backend topdeck
backend topdeck
  option httpchk GET /api/ready
  default-server check inter 1s fall 2 rise 1
${linesOf(servers, (own, at) => `  server app${at} 127.0.0.1:${own}`)}
`,
  },
  nginx: {
    program: '/usr/sbin/nginx',
    words: (file: string) => ['-p', dirname(file), '-e', 'stderr', '-c', file],
    // It asks nothing.
    drainSeconds: 0,
    config: (port: number, servers: Servers) => `
daemon off;
pid nginx.pid;
events { }
http {
  access_log off;
  upstream topdeck {
${linesOf(servers, (own) => `    server 127.0.0.1:${own} max_fails=2 fail_timeout=5s;`)}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 21m;
    location / {
      proxy_pass http://topdeck;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout non_idempotent;
    }
  }
}
`,
  },
}

test.skipIf(missing !== undefined).each(Object.entries(PROXIES))(
  `%s before two servers, ${ROUNDS} restarts in turn under load: no call fails`,
  async (name, { program, words, drainSeconds, config }) => {
    const seed = chooseSeed()
    const { own, folders, env: shared, shop, close } = await openSharedShop('drain')
    const servers = [{ port: await findFreePort() }, { port: await findFreePort() }]
    const start = (at: number) => {
      const env = { ...shared, PORT: String(servers[at]?.port), DRAIN_SECONDS: String(drainSeconds), TRUST_PROXY: '127.0.0.1' }
      return startProduct(folders[at]?.dataDir ?? '', env)
    }
    const products = [await start(0), await start(1)]
    const folder = join(own.dataDir, 'proxy')
    mkdirSync(folder)
    const port = await findFreePort()
    writeFileSync(join(folder, 'config'), config(port, servers))
    const proxy = spawn(program, words(join(folder, 'config')), { stdio: 'ignore' })
    proxies.push(proxy)
    const url = `http://127.0.0.1:${port}`
    await expect.poll(() => isAnswering(url)).toBe(true)

    const load = startLoad(url, CALLERS, randomFrom(seed), shop)
    for (let round = 0; round < ROUNDS; round++) {
      const at = round % 2
      await sleep(SERVES_MS)
      products[at]?.kill('SIGTERM')
      expect((await products[at]?.exited)?.code).toBe(0)
      products[at] = await start(at)
      // A proxy sends it calls again once a check has found it, or after its pause for failures.
      await sleep(SERVES_MS)
    }
    const results = await load.stop()
    const failed = results.filter(({ outcome }) => outcome.kind !== 'answered' || outcome.status >= 500)
    expect(
      failed.map(({ outcome, call }) => [outcome, call.path]),
      `SEED=${seed}`,
    ).toEqual([])
    report(`${name}: ${ROUNDS} restarts in turn, ${results.length} calls, ${failed.length} failed, SEED=${seed}`)
    proxy.kill('SIGTERM')
    await exitOf(proxy)
    for (const product of products) {
      product.kill('SIGTERM')
      await product.exited
    }
    await close()
  },
)
if (missing) report(missing)
