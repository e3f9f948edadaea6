// Puts a fresh build in the place of the one that may be served just now.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PAGE = 'index.html'
const DAY_MS = 86_400_000
/** So long after it was made a file may still be asked for, by a tab that was open, or a server that runs on its build. */
const KEPT_MS = 7 * DAY_MS

/**
 * Moves the files of `fresh` into `dist`, the page that names them last, and removes what belongs neither to it nor to the build before
 * and is a week old: a server that is running goes on to serve the files of its own build.
 */
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

/** The names of all files below a folder, each behind `prefix`. */
function filesOf(folder, prefix = '') {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    return entry.isDirectory() ? filesOf(join(folder, entry.name), name) : [name]
  })
}
