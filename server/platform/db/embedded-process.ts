import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Account } from './embedded-binaries.ts'

const LOG_BYTES = 10_000_000

// The shell outlives us briefly: when our end of the pipe closes, even by kill -9, it stops the program. A subshell waits on the
// pipe so that the shell ends with the program and we notice. It repeats the signal, because a background process ignores SIGINT
// until it installs a handler.
const TIED = `"$@" 3<&- &
pid=$!
exec 4<&-
(cd /; read -r line <&3; while kill -INT $pid; do sleep 0.1; done) 2>/dev/null &
watch=$!
wait $pid
code=$?
kill $watch 2>/dev/null
exit $code`

// On Linux, this works below folders the account cannot enter: the kernel has the working directory open.
const HERE = process.platform === 'linux' ? '/proc/self/cwd' : '.'

// `detached`: Ctrl+C must reach only us, because requests still need the database.
export function spawnTied(
  { folder, cwd, account, extraFd }: { folder: string; cwd: string; account: Account; extraFd?: number },
  program: string,
  args: string[],
) {
  const log = openLog(folder)
  const child = spawn('/bin/sh', ['-c', TIED, 'sh', program, '-D', HERE, ...args], {
    ...account,
    cwd,
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', log, log, 'pipe', extraFd ?? 'ignore'],
  })
  closeSync(log)
  tie(child).on('error', () => undefined)
  return child
}

export function tie(child: ChildProcess) {
  const pipe = child.stdio[3]
  if (!pipe) throw new Error('The pipe to the database is missing')
  return pipe
}

/** Null for a signal or a program that could not start. */
export function waitForExit(child: ChildProcess) {
  return new Promise<number | null>((settle) => {
    child.once('exit', settle)
    child.once('error', () => settle(null))
  })
}

function openLog(folder: string) {
  const file = join(folder, 'postgres.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

export function readLogEnd(folder: string) {
  return readFileSync(join(folder, 'postgres.log'), 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
