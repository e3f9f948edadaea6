import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { accountFor } from '../../server/platform/db/embedded-binaries.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { installPackages } from './debian.ts'
import { startProxy } from './proxy.ts'

const NODES = ['node1', 'node2', 'node3'] as const
const PACKAGES = ['patroni', 'etcd-server', 'haproxy', 'postgresql-15']
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres']
const PASSWORD = 'of the cluster'
/** How long a leader that is not heard of stays leader. Patroni takes no less. */
export const TTL_S = 20
const DISK = '600m'
const ALERTED_AFTER_MS = 5_000
const HEALTHY_WITHIN_MS = 180_000
const COPIED_AFTER_MS = 45_000

export const installCluster = () => installPackages(PACKAGES, PROGRAMS, 'a cluster')

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Three PostgreSQL nodes under Patroni in synchronous mode, etcd, and HAProxy, which leads to the primary: all on loopback. */
export const startCluster = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-cluster-'))
  const account = accountFor(folder)
  if (!account) throw new Error('Only root can give each node an account and a disk')
  chownSync(folder, account.uid, account.gid)
  const children = new Map<string, ChildProcess>()
  const run = (name: string, program: string, words: readonly string[], as: object = account) => {
    const log = join(folder, `${name}.log`)
    const env = { PATH: '/usr/lib/postgresql/15/bin:/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' }
    const child = spawn('sh', ['-c', 'exec "$0" "$@" >>"$LOG" 2>&1', program, ...words], {
      env: { ...env, LOG: log },
      stdio: 'ignore',
      ...as,
    })
    children.set(name, child)
    return child
  }
  const [etcdPort, peerPort, frontPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const etcd = `http://127.0.0.1:${etcdPort}`
  run('etcd', '/usr/bin/etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcd, '--advertise-client-urls', etcd],
    ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`, '--unsafe-no-fsync', '--log-level', 'error'],
  ])

  const nodes = await Promise.all(NODES.map((name) => makeNode(folder, name, etcdPort, account)))
  const startNode = ({ name, configFile }: Node) => run(name, '/usr/bin/patroni', [configFile])
  for (const node of nodes) startNode(node)
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(frontPort, nodes))
  run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])

  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      // The whole reply, because a busy node may stop within it.
      const all = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
        .then((reply) => (reply.ok ? (reply.json() as Promise<{ members: Member[] }>) : undefined))
        .catch(() => undefined)
      if (all) return all.members
    }
    return []
  }
  const nodeOf = (role: string, all: Member[]) =>
    nodes.find(({ name }) => all.some((one) => one.name === name && one.role === role))
  /** Waits until one leads and both others follow, one of them synchronously. As an operator would, it has a node copied again that is
   * on another timeline after its loss and that Patroni did not rewind. */
  const untilHealthy = async (): Promise<Member[]> => {
    const begun = performance.now()
    let isCopied = false
    for (const end = begun + HEALTHY_WITHIN_MS; performance.now() < end; await sleep(250)) {
      const all = await members()
      const isRunning = all.length === NODES.length && all.every(({ state }) => state === 'running' || state === 'streaming')
      if (isRunning && nodeOf('leader', all) && nodeOf('sync_standby', all)) return all
      const apart = nodes.find(({ name }) => all.some((one) => one.name === name && one.state === 'start failed'))
      if (!apart || isCopied || performance.now() - begun < COPIED_AFTER_MS) continue
      isCopied = true
      await fetch(`http://127.0.0.1:${apart.restPort}/reinitialize`, { method: 'POST', body: '{"force": true}' })
    }
    throw new Error(`The cluster did not become healthy: ${JSON.stringify(await members())}\n${logsOf(folder)}`)
  }
  /** SIGKILL to a node's Patroni and its whole database, as a lost machine. */
  const killNode = ({ name, data }: Node) => {
    children.get(name)?.kill('SIGKILL')
    const file = join(data, 'postmaster.pid')
    const pid = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined
    if (pid) spawnSync('sh', ['-c', 'pkill -KILL -P $0; kill -KILL $0', pid])
  }
  await untilHealthy()
  const address = (role: string, hosts: string) => `postgres://${role}:${encodeURIComponent(PASSWORD)}@${hosts}/topdeck`
  const leader = async () => nodeOf('leader', await untilHealthy()) ?? failed('leader')
  await makeDatabase((await leader()).port)

  /** What is lost in each round, and what brings it back. */
  const losses = {
    'leader killed': async () => {
      const node = await leader()
      killNode(node)
      return () => startNode(node)
    },
    'switched over': async () => {
      await switchOver(await leader())
      return () => {}
    },
    'synchronous node killed': async () => {
      const node = nodeOf('sync_standby', await untilHealthy()) ?? failed('synchronous standby')
      killNode(node)
      return () => startNode(node)
    },
    'leader’s network cut': async () => {
      const { cables } = await leader()
      for (const cable of cables) cable.pull()
      return () => {
        for (const cable of cables) {
          cable.plug()
          cable.cut()
        }
      }
    },
    // Patroni keeps a leader whose disk is full: it still answers. An operator switches over.
    'leader’s disk full, then switched over': async () => {
      const node = await leader()
      const { disk } = node
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1M'], { stdio: 'ignore' })
      await sleep(ALERTED_AFTER_MS)
      await switchOver(node)
      return () => rmSync(join(disk, 'filler'), { force: true })
    },
  } satisfies Record<string, () => Promise<() => unknown>>

  return {
    losses,
    untilHealthy,
    /** Through HAProxy, and by the names of all nodes. */
    ways: [`127.0.0.1:${frontPort}`, nodes.map(({ database }) => database).join(',')].map((hosts) => ({
      ownerUrl: address('topdeck_owner', hosts),
      url: address('topdeck_clerk', hosts),
    })),
    async stop() {
      // A node whose Patroni was killed may still run its database.
      for (const node of nodes) killNode(node)
      children.get('haproxy')?.kill('SIGKILL')
      await Promise.all([...children].filter(([name]) => name !== 'etcd').map(([, child]) => ended(child)))
      children.get('etcd')?.kill('SIGKILL')
      for (const { cables, disk } of nodes) {
        for (const cable of cables) cable.remove()
        // Lazily, because a process of the node may still be ending.
        spawnSync('umount', ['-l', disk])
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const switchOver = async ({ name, restPort }: Node): Promise<void> => {
  const body = JSON.stringify({ leader: name })
  const reply = await fetch(`http://127.0.0.1:${restPort}/switchover`, { method: 'POST', body })
  if (!reply.ok) throw new Error(`No switchover: ${reply.status} ${await reply.text()}`)
}

type Node = Awaited<ReturnType<typeof makeNode>>

/** A node's disk, its ports, and the cables through which the others, the application and etcd are reached. */
const makeNode = async (folder: string, name: string, etcdPort: number, account: { uid: number; gid: number }) => {
  const disk = join(folder, name)
  mkdirSync(disk)
  const mounted = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${DISK},uid=${account.uid},gid=${account.gid},mode=700`,
    'tmpfs',
    disk,
  ])
  if (mounted.status !== 0) throw new Error(`No disk for ${name}: ${mounted.stderr}`)
  const [port, restPort] = [await findFreePort(), await findFreePort()]
  const cables = [await cableTo(port), await cableTo(restPort), await cableTo(etcdPort)] as const
  const [database, rest, etcd] = cables.map(({ url }) => new URL(url).host)
  const data = join(disk, 'data')
  const config = {
    scope: 'topdeck',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: rest },
    // Otherwise Patroni asks etcd for its addresses and passes the cable by.
    etcd3: { hosts: [etcd], use_proxies: true },
    bootstrap: {
      dcs: {
        ...{ ttl: TTL_S, loop_wait: 5, retry_timeout: 5, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '64MB', max_wal_size: '128MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: database,
      data_dir: data,
      pgpass: join(disk, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      parameters: { unix_socket_directories: disk },
    },
  }
  const configFile = join(folder, `${name}.json`)
  // JSON is YAML.
  writeFileSync(configFile, JSON.stringify(config))
  return { name, disk, data, port, restPort, cables, database, rest, configFile }
}

const cableTo = (port: number) => startProxy(`http://127.0.0.1:${port}`)

const haproxyConfig = (port: number, nodes: readonly Node[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 60m
  timeout server 60m
listen topdeck
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, database, rest }) => `  server ${name} ${database} check port ${rest?.split(':')[1]}`).join('\n')}
`

const makeDatabase = async (port: number): Promise<void> => {
  const pool = openPool(`postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`, 1)
  for (const role of ['topdeck_owner', 'topdeck_clerk']) await pool.query(`create role ${role} login password '${PASSWORD}'`)
  await pool.query('create database topdeck owner topdeck_owner')
  await pool.end()
}

const failed = (what: string): never => {
  throw new Error(`The cluster has no ${what}`)
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null ? undefined : new Promise((resolve) => child.once('exit', resolve))

/** The end of each log, for a failed test. */
const logsOf = (folder: string): string =>
  [...NODES, 'etcd', 'haproxy']
    .map((name) => join(folder, `${name}.log`))
    .filter((file) => statSync(file, { throwIfNoEntry: false }))
    .map((file) => `${file}:\n${readFileSync(file, 'utf8').slice(-2_000)}`)
    .join('\n')
