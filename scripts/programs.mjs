import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const SIGNALS = ['SIGTERM', 'SIGINT']

export const root = fileURLToPath(new URL('..', import.meta.url))

export const binFolder = join(root, 'node_modules', '.bin')

export const isRecentNode = (version) => Number.parseInt(version, 10) >= NODE_MAJOR

/** Exits with a message if the pinned Node is missing and the system's is older. */
export function requireNode24() {
  if (isRecentNode(process.versions.node)) return
  const command = process.env.npm_lifecycle_event ?? 'start'
  console.error(
    `Topdeck needs Node ${NODE_MAJOR}, this is ${process.versions.node}: the Node that comes with the packages was not set up, ` +
      'because npm runs no install scripts here or there is none for this system. ' +
      `Try 'npm run ${command.replace(/^pre/, '')} --ignore-scripts=false', or install Node ${NODE_MAJOR}.`,
  )
  process.exit(1)
}

export function runProgram(program, args, env = {}, cwd = root) {
  const PATH = [binFolder, process.env.PATH].join(delimiter)
  const child = spawn(program, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH, ...env } })
  // A signal for us alone must not leave the program behind.
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  return new Promise((settle) => {
    child.once('exit', settle)
    child.once('error', (error) => {
      console.error(`${program} does not run: ${error.message}`)
      settle(1)
    })
  }).then((code) => {
    for (const signal of SIGNALS) process.off(signal, forward)
    return code ?? 1
  })
}
