import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PAGE = 'index.html'
const DAY_MS = 86_400_000
/** Open tabs and running servers may still request files of an older build. */
const KEPT_MS = 7 * DAY_MS

/** Moves the page last, because it names the other files. Keeps the previous build's files, and others for a week. */
export function placeBuild(fresh, dist, now = Date.now()) {
  const files = filesOf(fresh)
  const list = join(dist, '.files')
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : filesOf(join(dist, 'assets'), 'assets')
  for (const file of [...files.filter((name) => name !== PAGE), PAGE]) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    renameSync(join(fresh, file), join(dist, file))
  }
  rmSync(fresh, { recursive: true })
  writeFileSync(list, JSON.stringify(files))
  const kept = new Set([...files, ...before])
  for (const file of filesOf(join(dist, 'assets'), 'assets')) {
    if (!kept.has(file) && now - statSync(join(dist, file)).mtimeMs > KEPT_MS) rmSync(join(dist, file))
  }
}

function filesOf(folder, prefix = '') {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    return entry.isDirectory() ? filesOf(join(folder, entry.name), name) : [name]
  })
}
