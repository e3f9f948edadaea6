// What a browser loads for a route, gzip, from the build's manifest: entry, static imports and the route's lazy parts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1_000
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const frame = ['index.html', 'web/app/SignedIn.tsx']

/** Bounds of quality figures, in kB gzip; a route whose screen is not built yet has no line here. */
const routes = [
  { path: '/login', parts: ['index.html', 'web/session/LoginPage.tsx'], js: 180, css: 25 },
  { path: '/', parts: [...frame, 'web/dashboard/DashboardPage.tsx'], js: 275, css: 27 },
  { path: '/order', parts: [...frame, 'web/orders/OrdersPage.tsx'], js: 275, css: 27 },
]

/** Parts that come only when they are needed: what they add to a screen that is there. */
const lazyParts = [{ name: 'chart', part: 'web/dashboard/Chart.tsx', after: '/', js: 125 }]

const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
const sizes = new Map()

const sizeOf = async (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(await readFile(join(dist, file)), { level: 9 }).length)
  return sizes.get(file)
}

function closure(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key)) continue
    const part = manifest[key]
    if (!part) throw new Error(`The build has no part ${key}`)
    found.add(key)
    closure(part.imports ?? [], found)
  }
  return found
}

const sum = async (files) => {
  let bytes = 0
  for (const file of files) bytes += await sizeOf(file)
  return bytes / KB
}

let failed = false
for (const { path, parts, js, css } of routes) {
  const chunks = [...closure(parts)].map((key) => manifest[key])
  const scripts = new Set(chunks.map(({ file }) => file))
  const styles = new Set(chunks.flatMap((chunk) => chunk.css ?? []))
  const [jsKb, cssKb] = [await sum(scripts), await sum(styles)]
  const fits = jsKb <= js && cssKb <= css
  failed ||= !fits
  console.log(
    `${path.padEnd(8)} JS ${jsKb.toFixed(1)} of ${js} kB, CSS ${cssKb.toFixed(1)} of ${css} kB gzip${fits ? '' : '  TOO LARGE'}`,
  )
}
for (const { name, part, after, js } of lazyParts) {
  const there = closure(routes.find(({ path }) => path === after).parts)
  const isLazy = !there.has(part)
  const added = new Set([...closure([part])].filter((key) => !there.has(key)).map((key) => manifest[key].file))
  const kb = await sum(added)
  const fits = isLazy && kb <= js
  failed ||= !fits
  const fault = isLazy ? '  TOO LARGE' : `  LOADED WITH ${after}`
  console.log(`${name.padEnd(8)} JS ${kb.toFixed(1)} of ${js} kB gzip, beside ${after}${fits ? '' : fault}`)
}
process.exitCode = failed ? 1 : 0
