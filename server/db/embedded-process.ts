import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Account } from './embedded-binaries.ts'

const LOG_BYTES = 10_000_000

// The shell outlives us for the moment it needs: when our end of the pipe closes, also by kill -9, it stops the program.
// A subshell waits on the pipe, so that the shell itself ends (and we hear of it) when the program does. It asks again, because what
// a shell starts beside itself ignores SIGINT until it has a handler for it.
const TIED = `"$@" 3<&- &
pid=$!
exec 4<&-
(cd /; read -r line <&3; while kill -INT $pid; do sleep 0.1; done) 2>/dev/null &
watch=$!
wait $pid
code=$?
kill $watch 2>/dev/null
exit $code`

// On Linux also below folders that the account cannot enter: the kernel has opened the working directory already.
const HERE = process.platform === 'linux' ? '/proc/self/cwd' : '.'

// `detached`: a Ctrl+C in the terminal must reach us only, while requests still need the database.
/** Runs a program on the cluster in `cwd`, as the account, until it ends or our end of its pipe closes. */
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

/** Our end of the pipe: destroying it ends the program. */
export function tie(child: ChildProcess) {
  const pipe = child.stdio[3]
  if (!pipe) throw new Error('The pipe to the database is missing')
  return pipe
}

/** The exit code, or null for a signal or a program that could not be run. */
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

/** The last lines that the database wrote, for the sentence that says why it does not run. */
export function readLogEnd(folder: string) {
  return readFileSync(join(folder, 'postgres.log'), 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
