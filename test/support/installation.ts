import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PARTS = ['server', 'contract', 'db', 'scripts', 'package.json']

/** A program that was started in a house: what it has said so far, and how it ended. */
export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
}

/** The program in a folder of its own, whose build is only a page; without `page` there is none. */
export const buildInstallation = (page?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-house-'))
  for (const part of PARTS) cpSync(ROOT + part, join(folder, part), { recursive: true })
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'))
  if (page !== undefined) {
    mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'dist', 'index.html'), page)
  }
  const children: ChildProcess[] = []
  const start = (mode: string, env: NodeJS.ProcessEnv): Started => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, ['scripts/run.mjs', mode], {
      cwd: folder,
      env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
    }
    return { child, output: () => text, ended: new Promise((settle) => child.once('close', settle)) }
  }
  const remove = () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, dataDir: join(folder, 'data'), start, remove }
}
