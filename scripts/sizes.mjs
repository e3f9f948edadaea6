// What a browser loads for a route, gzip: entry, static imports and the route's lazy parts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1_000
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const frame = ['index.html', 'web/app/SignedIn.tsx']

const routes = [
  { path: '/login', parts: ['index.html', 'web/sessions/LoginPage.tsx'], js: 180, css: 25 },
  { path: '/', parts: [...frame, 'web/dashboard/DashboardPage.tsx'], js: 235, css: 27 },
  { path: '/order', parts: [...frame, 'web/orders/OrdersPage.tsx'], js: 240, css: 27 },
]

const lazyParts = [
  { name: 'chart', part: 'web/dashboard/Chart.tsx', after: ['web/dashboard/DashboardPage.tsx'], js: 125 },
  {
    name: 'editor',
    part: 'web/forms/fields/RichTextEditor.tsx',
    after: ['web/topup-products/TopupProductScreens.tsx', 'web/physical-products/PhysicalProductScreens.tsx'],
    js: 185,
  },
]

/** For all other screens: their own chunk, and all that opening them loads. */
const OWN_KB = 45
const ALL_KB = 310

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

const added = (keys, there) => new Set([...closure(keys)].filter((key) => !there.has(key)).map((key) => manifest[key].file))
const all = (keys) => added(keys, new Set())

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
  const there = closure([...frame, ...after])
  const isLazy = !there.has(part)
  const kb = await sum(added([part], there))
  const fits = isLazy && kb <= js
  failed ||= !fits
  const fault = isLazy ? '  TOO LARGE' : `  LOADED WITH ${after}`
  console.log(`${name.padEnd(8)} JS ${kb.toFixed(1)} of ${js} kB gzip, when it is needed${fits ? '' : fault}`)
}

const loadedLater = new Set(lazyParts.map(({ part }) => part))
const screens = manifest['index.html'].dynamicImports.filter((key) => key.endsWith('.tsx') && !frame.includes(key))
const weighed = []
for (const key of screens) {
  const own = (await sizeOf(manifest[key].file)) / KB
  const kb = await sum(all([...frame, key]))
  const early = [...closure([key])].filter((part) => loadedLater.has(part))
  weighed.push({ key, own, kb })
  if (own <= OWN_KB && kb <= ALL_KB && early.length === 0) continue
  failed = true
  console.log(`${key}: ${own.toFixed(1)} kB of its own (${OWN_KB}), ${kb.toFixed(1)} kB in all (${ALL_KB}) ${early}  TOO LARGE`)
}
const largest = (by) => weighed.reduce((one, other) => (by(other) > by(one) ? other : one))
const [own, whole] = [largest((one) => one.own), largest((one) => one.kb)]
console.log(
  `${weighed.length} screens: at most ${own.own.toFixed(1)} of ${OWN_KB} kB of their own (${own.key}), ${whole.kb.toFixed(1)} of ${ALL_KB} kB in all (${whole.key}) gzip`,
)
process.exitCode = failed ? 1 : 0
