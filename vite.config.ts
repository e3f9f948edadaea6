import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const COMPRESSIBLE = /^assets\b.*\.(js|css|svg)$/
/** Below this a compressed copy saves nothing. */
const MIN_BYTES = 1_024

/** Writes .gz and .br beside what was built, so that the server never compresses the same file twice. index.html is made per response. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = await readdir(dir, { recursive: true })
    await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(dir, file))))
  },
})

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ])
  await Promise.all([writeFile(`${file}.gz`, zipped), writeFile(`${file}.br`, brotli)])
}

/**
 * The browser has the endpoints too, but no use for what they are about, which is read from the server's reference, nor for what the
 * server's audit log keeps of them.
 */
const withoutServersPart = (): Plugin => ({
  name: 'without-servers-part',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/[^/]+\.ts$/ },
    handler: (code) => ({
      code: code.replace(/\babout:(?:[\s+]*(?:'(?:[^'\\]|\\.)*'|`[^`]*`))+,/g, '').replace(/\baudit: \{[^{}]*\},?/g, ''),
      map: null,
    }),
  },
})

/** The files that most pages share, and the order list's own. */
const SHARED = ['parts', 'frame', 'list', 'orders']

/** What one optimiser leaves another finds: these files become 1% smaller. The bundler's own minifier runs after it. */
const compressShared = (): Plugin => ({
  name: 'compress-shared',
  apply: 'build',
  async renderChunk(code, { name }) {
    if (!SHARED.includes(name)) return null
    const compressed = await minify(code, { module: true, ecma: 2020, compress: { passes: 3 }, mangle: false })
    return { code: compressed.code ?? code, map: null }
  },
})

const ENTRY = 'index.html'
const LOGIN = 'web/sessions/LoginPage.tsx'
const FRAME = 'web/app/SignedIn.tsx'
const HOME = 'web/dashboard/DashboardPage.tsx'
const ORDERS = 'web/orders/OrdersPage.tsx'

/**
 * The bundler splits what two screens share into a file for each set of screens that share it: fifty small ones by now, of which
 * every signed-in screen loads most. A first build tells which modules the frame, the dashboard and the order list really need.
 * Those become files: 'parts', which the login needs too; 'frame'; 'list', most of which other lists need as well; 'orders'.
 */
async function frameGroups() {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: 'index.html' } },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const modulesOf = (file: string) => {
    const found = new Set([...closure(chunks, ENTRY), ...closure(chunks, file)])
    // What stands in the entry's own file stays there.
    return new Set([...found].flatMap(({ moduleIds, isEntry }) => (isEntry ? [] : moduleIds)))
  }
  const [login, frame, home, orders] = [modulesOf(LOGIN), modulesOf(FRAME), modulesOf(HOME), modulesOf(ORDERS)]
  const isOfTheFrame = (id: string) => frame.has(id) || (home.has(id) && orders.has(id))
  return [
    { name: 'parts', priority: 4, test: (id: string) => login.has(id) && (isOfTheFrame(id) || orders.has(id)) },
    { name: 'frame', priority: 3, test: isOfTheFrame },
    { name: 'list', priority: 2, test: (id: string) => orders.has(id) && !id.includes('/web/orders/') },
    { name: 'orders', priority: 1, test: (id: string) => orders.has(id) },
  ]
}

/** Runs in the page's head: whoever is signed in gets the screen's files along with the page, not after the code that asks for them. */
const preload = (screens: Record<string, string[]>) => {
  try {
    if (!sessionStorage.getItem('token') && !localStorage.getItem('token')) return
  } catch {
    return
  }
  for (const file of screens[location.pathname] ?? screens.other ?? []) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
}

const preloadScreens = (): Plugin => ({
  name: 'preload-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const loadedAlready = new Set(closure(chunks, ENTRY))
      const filesOf = (...starts: string[]) => {
        const found = new Set(starts.flatMap((start) => closure(chunks, start)).filter((chunk) => !loadedAlready.has(chunk)))
        return [...found].flatMap(({ fileName, viteMetadata }) =>
          [fileName, ...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`),
        )
      }
      const orders = filesOf(FRAME, ORDERS)
      const screens = {
        '/login': [],
        '/': filesOf(FRAME, HOME),
        '/order': orders,
        '/subadmin-order': orders,
        other: filesOf(FRAME),
      }
      return [{ tag: 'script', children: `(${preload})(${JSON.stringify(screens)})`, injectTo: 'head-prepend' }]
    },
  },
})

/** The chunk of a source file, and all that it imports. */
function closure(chunks: Rolldown.OutputChunk[], file: string): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const follow = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) follow(chunks.find(({ fileName }) => fileName === name))
  }
  follow(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${file}`)))
  return [...found]
}

export default defineConfig(async ({ command }) => ({
  plugins: [react(), withoutServersPart(), compressShared(), precompress(), preloadScreens()],
  publicDir: 'web/public',
  // The server puts a fresh nonce in its place for each response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    // A newer one lets the minifier write light-dark() in a way that loses badge colours.
    cssTarget: 'chrome123',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    ...(command === 'build' && {
      rolldownOptions: {
        output: {
          codeSplitting: { groups: await frameGroups() },
          // Every page loads the names of a hundred files: one letter less than usual, and 42 bits still tell the builds of one file apart.
          chunkFileNames: 'assets/[name]-[hash:7].js',
        },
      },
    }),
  },
}))
