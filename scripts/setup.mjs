// Before every `npm start`, `test`, ...: installs and builds if something has changed. Runs on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { placeBuild } from './place-build.mjs'
import { binFolder, isRecentNode, requireNode24, root } from './programs.mjs'

const INSTALLED = join(root, 'node_modules', '.installed-from')
const PRESENT = join(root, 'node_modules', '.package-lock.json')
const LOCK = join(root, 'package-lock.json')
const LOCK_OF_RELEASE = join(root, 'npm-shrinkwrap.json')
const TELL_MS = 10_000
const DIST = join(root, 'dist')
const FRESH = join(DIST, '.new')
const BUILT = join(DIST, '.built-from')
const BUILD_INPUTS = [
  'web',
  'contract',
  'index.html',
  'vite.config.ts',
  'vite.modules.ts',
  'vite.licences.ts',
  'package-lock.json',
]
// Measured under a limit: the build takes 625 MB, and without these limits 840. One thread of Rolldown is as fast on two cores.
const BUILD_NEEDS = 'building needs 700 MB free'
const HEAP_LIMITS = ['--max-old-space-size=256', '--max-semi-space-size=4']
const FEW_THREADS = { MALLOC_ARENA_MAX: '2', RAYON_NUM_THREADS: '1', TOKIO_WORKER_THREADS: '1' }
// Commands that may run beside a server: they need no build.
const ERRANDS = ['prebackup', 'prerestore', 'prereset-password', 'prerotate-key']
// A slim server (`npm ci --omit=dev` with a dist built elsewhere) must start too.
const SLIM_EVENTS = ['prestart', 'predemo', ...ERRANDS]
const event = process.env.npm_lifecycle_event

if (process.platform === 'win32')
  fail('Topdeck runs on Linux and macOS. On Windows use WSL: clone it there and start it in its shell.')
if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Topdeck needs Node 20 or newer to set itself up, this is ${process.version}.`)
const isBuilt = !process.argv.includes('build') || readStamp(BUILT) === hashOf(BUILD_INPUTS)
const lockHash = hashOf(['package-lock.json'])
if (readStamp(INSTALLED) !== lockHash && !isInstalled({ slim: isBuilt && SLIM_EVENTS.includes(event) })) {
  // npm empties node_modules first, from which a running server's database loads files.
  if (ERRANDS.includes(event) && hasPackages()) {
    console.error(
      'Topdeck was updated and not started since: this runs with the packages that are there. Restart the server soon.',
    )
  } else {
    const folder = runningOn()
    if (folder)
      fail(`Topdeck is running on ${folder}, and an update would take its packages away. Stop it first, then try again.`)
    await install()
  }
}
if (!isBuilt) await build()
// The lock file, under the only name that npm packs. Left here, npm would take it instead.
if (event === 'prepack') copyFileSync(LOCK, LOCK_OF_RELEASE)
else rmSync(LOCK_OF_RELEASE, { force: true })

async function install() {
  requireWritable(root, join(root, 'node_modules'))
  // Not the Node about to be replaced: npm puts node_modules/.bin first in the path.
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-update-notifier', '--no-audit', '--no-fund']
  // npm ran this script, so scripts are allowed, whatever the machine's settings say.
  if (event) args.push('--ignore-scripts=false')
  const stdio = ['ignore', 'ignore', 'inherit']
  const { status, signal, error } = await runStep('Installing packages, once (about a minute)', 'npm', args, { stdio, env })
  if (error) fail(`npm does not run (${error.message}): install Node with npm.`)
  if (signal) fail(`npm could not install the packages: npm ${endOf(signal)}.`)
  if (status !== 0)
    fail('npm could not install the packages (its reason is above). This needs a connection, once; then try again.')
  removeNodeThatDoesNotRun()
  stamp(INSTALLED, lockHash)
}

async function build() {
  if (!hasRecentNode()) requireNode24()
  requireWritable(existsSync(DIST) ? DIST : root)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const inputs = hashOf(BUILD_INPUTS)
  const env = { ...process.env, ...FEW_THREADS, NODE_ENV: 'production' }
  const args = [...HEAP_LIMITS, vite, 'build', '--logLevel', 'error', '--outDir', FRESH, '--emptyOutDir']
  const { status, signal } = await runStep('Building the dashboard', recentNode(), args, { stdio: 'inherit', env })
  if (signal) fail(`The dashboard could not be built: the build ${endOf(signal)}.`)
  if (status !== 0) fail('The dashboard could not be built: the reason is above.')
  placeBuild(FRESH, DIST)
  stamp(BUILT, inputs)
}

// Says the step and, while it lasts, every 10 seconds how long.
function runStep(name, program, args, options) {
  console.log(`${name} ...`)
  const start = performance.now()
  const told = setInterval(() => console.log(`  ${name}: ${Math.round((performance.now() - start) / 1_000)} s ...`), TELL_MS)
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd: root, ...options })
    child.once('error', (error) => settle({ error }))
    child.once('exit', (status, signal) => settle({ status, signal }))
  }).finally(() => clearInterval(told))
}

function endOf(signal) {
  if (signal !== 'SIGKILL' && signal !== 'SIGABRT') return `was ended by ${signal}`
  return `was killed (${signal}), most likely because memory ran out (${BUILD_NEEDS}): end other programs or add swap`
}

// For example cloned by root. npm would print only a trace.
function requireWritable(...folders) {
  for (const folder of folders.filter((one) => existsSync(one))) {
    try {
      accessSync(folder, constants.W_OK)
    } catch {
      fail(`${folder} cannot be written to by this user: give the whole of ${root} to it (chown -R), then try again.`)
    }
  }
}

function hasPackages() {
  return existsSync(PRESENT) && hasRecentNode()
}

function runningOn() {
  const folders = process.env.DATA_DIR ? [process.env.DATA_DIR] : ['./data', './data/demo']
  return folders.find((folder) => {
    const pid = Number.parseInt(readStamp(resolve(root, folder, 'postgres', 'postmaster.pid')) ?? '', 10)
    if (!(pid > 0)) return false
    const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    // Without ps, Linux has /proc.
    return (stdout ?? readStamp(`/proc/${pid}/cmdline`) ?? '').includes('postgres')
  })
}

// npm's own record: also true after a manual installation, which leaves no stamp.
function isInstalled({ slim }) {
  if (!hasPackages()) return false
  const present = JSON.parse(readFileSync(PRESENT, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '' || present[path]?.version === version) return true
    return !present[path] && (optional || (slim && dev))
  })
}

// A pinned Node that does not run here would hide the system's Node.
function removeNodeThatDoesNotRun() {
  const pinned = join(binFolder, 'node')
  if (lstatSync(pinned, { throwIfNoEntry: false }) && !versionOf(pinned)) rmSync(pinned)
}

function hasRecentNode() {
  return isRecentNode(versionOf(recentNode()) ?? '0')
}

function recentNode() {
  const pinned = join(binFolder, 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) for (const file of filesOf(input)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(input) {
  const path = join(root, input)
  if (!lstatSync(path).isDirectory()) return [input]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length)).sort()
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function stamp(file, hash) {
  writeFileSync(file, hash)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
