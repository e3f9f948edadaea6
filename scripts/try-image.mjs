// Runs the Dockerfile's steps in a clean Debian made with debootstrap, where no images can be had: root, debootstrap and a registry needed.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireNode24, root } from './programs.mjs'

const START_TRIES = 60
const PORT = '3999'
/** Of this machine, which may have its own registry. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const LOOK = /HEALTHCHECK.* CMD (.+)/
const folder = mkdtempSync(join(tmpdir(), 'topdeck-image-'))
const stages = []

const run = (program, args, options = {}) => {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${program} ${args.join(' ').slice(0, 200)} failed${error ? `: ${error.message}` : ''}`)
}
const output = (program, args) => spawnSync(program, args, { encoding: 'utf8' }).stdout.trim()
const registry = output('npm', ['config', 'get', 'registry'])
const inside = (stage, command) => [
  ...['--userspec', stage.user, stage.root, '/usr/bin/env', '-i', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'],
  ...[`npm_config_registry=${registry}`, `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `PORT=${PORT}`, ...stage.env],
  ...['/bin/sh', '-c', `cd ${stage.folder} && ${command}`],
]

// As node's slim image: Debian with Node below /usr/local.
function makeBase(base) {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base])
  cpSync(process.execPath, join(base, 'usr/local/bin/node'))
  mkdirSync(join(base, 'usr/local/lib/node_modules'), { recursive: true })
  run('cp', [
    '-a',
    dirname(dirname(output('sh', ['-c', 'realpath "$(command -v npm)"']))),
    join(base, 'usr/local/lib/node_modules/npm'),
  ])
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm')])
  for (const file of ['/etc/resolv.conf', CERTIFICATES]) cpSync(file, join(base, file))
}

const steps = {
  FROM(rest) {
    const stage = {
      name: / AS (\w+)/.exec(rest)?.[1],
      root: join(folder, `stage-${stages.length}`),
      folder: '/',
      user: 'root',
      env: [],
    }
    run('cp', ['-a', join(folder, 'base'), stage.root])
    stages.push(stage)
    run('mount', ['-t', 'proc', 'proc', join(stage.root, 'proc')])
  },
  WORKDIR(rest, stage) {
    stage.folder = rest
    mkdirSync(join(stage.root, rest), { recursive: true })
  },
  COPY(rest, stage) {
    const [, from, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? []
    const origin = stages.find(({ name }) => from && name === from)
    if (origin) cpSync(join(origin.root, source), join(stage.root, target), { recursive: true })
    else run('sh', ['-c', `git archive HEAD | tar x -C ${join(stage.root, stage.folder)}`], { cwd: root })
  },
  RUN: (rest, stage) => run('chroot', inside(stage, rest)),
  USER(rest, stage) {
    stage.user = rest
  },
  ENV(rest, stage) {
    stage.env.push(rest)
  },
}

async function tryImage(stage, lines) {
  const command = JSON.parse(lines.find((line) => line.startsWith('CMD ')).slice(4)).join(' ')
  const look = lines.map((line) => LOOK.exec(line)?.[1]).find(Boolean)
  const child = spawn('chroot', inside(stage, `exec ${command}`), { stdio: 'inherit' })
  const ended = new Promise((settle) => child.once('exit', (code) => settle(code)))
  let isHealthy = false
  for (let tries = 0; tries < START_TRIES && !isHealthy && child.exitCode === null; tries++) {
    await sleep(1_000)
    isHealthy = spawnSync('chroot', inside(stage, look), { stdio: 'ignore' }).status === 0
  }
  child.kill('SIGTERM')
  const code = await ended
  if (!isHealthy || code !== 0) throw new Error(`healthy: ${isHealthy}, exit code after SIGTERM: ${code}`)
  console.log('The image serves, answers its health check as an unprivileged account, and ends on SIGTERM with 0.')
}

requireNode24()
try {
  makeBase(join(folder, 'base'))
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  for (const line of lines) {
    const [word, ...rest] = line.split(' ')
    if (steps[word]) console.log(line)
    steps[word]?.(rest.join(' '), stages.at(-1))
  }
  await tryImage(stages.at(-1), lines)
} finally {
  for (const stage of stages) spawnSync('umount', ['-l', join(stage.root, 'proc')])
  spawnSync('rm', ['-rf', '--one-file-system', folder])
}
