import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type Account, removeLeftovers } from './embedded-binaries.ts'
import { readLogEnd, spawnTied, waitForExit } from './embedded-process.ts'

export interface Place {
  folder: string
  cluster: string
  account: Account
  bin: string
  password: string
  settings: Readonly<Record<string, string>>
}

// Linked in one step, so that two simultaneous first starts agree on one password.
export function readPassword(folder: string, cluster: string) {
  const file = join(folder, 'postgres-password')
  if (!existsSync(file)) {
    if (existsSync(cluster)) throw new Error(`${file} is missing: without it nobody can open the database in ${cluster}.`)
    const fresh = `${file}-${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(fresh, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    try {
      linkSync(fresh, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(fresh)
    }
  }
  return readFileSync(file, 'utf8')
}

// Under a temporary name first, so that a killed start leaves no half-made cluster in place.
export async function createCluster({ folder, cluster, account, bin, password }: Place) {
  removeLeftovers(folder, 'postgres-new-')
  const fresh = join(folder, `postgres-new-${process.pid}-${randomBytes(4).toString('hex')}`)
  mkdirSync(fresh, { mode: 0o700 })
  const passwordFile = join(folder, `postgres-new-${process.pid}-${randomBytes(4).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid)
  // Passed as a descriptor: the account may not be able to enter the file's folder.
  const passwordFd = openSync(passwordFile, 'r')
  unlinkSync(passwordFile)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['--username=topdeck', '--auth=scram-sha-256', '--pwfile=/dev/fd/4']
  const child = spawnTied({ folder, cwd: fresh, account, extraFd: passwordFd }, join(bin, 'initdb'), [...login, ...locale])
  closeSync(passwordFd)
  const code = await waitForExit(child)
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`The database could not be created in ${folder}:\n${readLogEnd(folder)}`)
  }
  try {
    renameSync(fresh, cluster)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error // otherwise another start was faster
  }
}
