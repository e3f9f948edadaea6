import { pino } from 'pino'
import type { ServerOptions } from './server.ts'

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
const KNOWN = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

/** What waits while nothing can be written. Newer lines are lost. */
const MAX_WAITING_BYTES = 1_000_000

export const logTo = (output: {
  readonly isTTY?: boolean
  readonly fd: number
  write(text: string): unknown
}): Pick<ServerOptions, 'log' | 'requestLevel'> =>
  output.isTTY
    ? { log: { write: (line) => void output.write(readable(line)) }, requestLevel: 'debug' }
    : { log: openLines(output.fd) }

const openLines = (fd: number) => {
  const lines = pino.destination({ dest: fd, sync: false, maxLength: MAX_WAITING_BYTES })
  // Unheard, the error of a full disk would end the server. The next line tries again.
  lines.on('error', () => {})
  return lines
}

export const readable = (line: string): string => {
  const entry = JSON.parse(line) as { level: number; time: number; msg?: string; err?: { stack?: string } }
  const clock = new Date(entry.time).toTimeString().slice(0, 8)
  const fields = Object.entries(entry).filter(([name]) => !KNOWN.has(name))
  const words = [clock, LEVELS[entry.level], entry.msg, ...fields.flatMap(flat)]
  const text = [words.filter((word) => word !== undefined).join(' '), entry.err?.stack].filter(Boolean).join('\n')
  // Input from callers must not control the terminal.
  return `${text.replace(/(?!\n)\p{Cc}/gu, '?')}\n`
}

const flat = ([name, value]: [string, unknown]): string[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(flat) : [`${name}=${value}`]
