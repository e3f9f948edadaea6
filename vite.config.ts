import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { FIELD_MESSAGES } from './contract/messages/fields.ts'
import { thirdPartyLicences } from './vite.licences.ts'
import { closure, ENTRY, READ_LESS, SCREENS, type Screen } from './vite.modules.ts'

const COMPRESSIBLE = /^assets\b.*\.(js|css|svg)$/
/** Below this a compressed copy saves nothing. */
const MIN_BYTES = 1_024
/** Of the output of the first build. */
const MAX_OUTPUT_BYTES = 100_000_000

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

/** Up to four pairs of parentheses within each other. */
const CALL = /\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/.source
const SERVERS_FIELDS = new RegExp(
  [
    String.raw`\baudit: \{[^{}]*\},?`,
    String.raw`\boutput: [\w.]+(?:${CALL})?,`,
    String.raw`\b(?:onStandby: true|hasETag: true|audit: 'none'|withFactorDue: true|withOneTimePassword: true|confirm: 'always'|alsoFor: \[[^\]]*\]|maxBodyBytes: \w+|needs: \[[^\]]*\]),`,
  ].join('|'),
  'g',
)

/** What an export takes is the list's own filters, which the list's call has read. */
const EXPORT_INPUT = new RegExp(String.raw`(\bexport[A-Z]\w*: post\('[^']*', \{[^{}]*?\binput: )[\w.]+${CALL}`, 'g')

/** The table of sentences stays out: each schema gets its own. */
const withOwnSentences = (code: string): string =>
  code
    .replace(/import \{ say \} from '\.\/messages\/fields\.ts'/, `import { fill } from './messages/wording.ts'`)
    .replace(/\bsay\('(\w+)'(\)|, )/g, (_, name: keyof typeof FIELD_MESSAGES, rest: string) => {
      const sentence = JSON.stringify(FIELD_MESSAGES[name])
      return rest === ')' ? sentence : `fill(${sentence}, `
    })

/**
 * The browser has the endpoints too, but no use for what they are about, which is read from the server's reference, nor for what the
 * server's audit log keeps of them or whom it lets in.
 */
const withoutServersPart = (): Plugin => ({
  name: 'without-servers-part',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/[^/]+\.ts$/ },
    handler: (code) => ({
      code: withOwnSentences(code)
        .replace(/\babout:(?:[\s+]*(?:'(?:[^'\\]|\\.)*'|`[^`]*`))+,/g, '')
        .replace(/\.describe\((?:[\s+]*(?:'(?:[^'\\]|\\.)*'|`[^`]*`))+,?\s*\)/g, '')
        .replace(SERVERS_FIELDS, '')
        .replace(EXPORT_INPUT, '$1z.any()')
        // Of a call's effects the browser asks for one: whether money moves.
        .replace(/\beffects: \[(?:'(?!money\b)\w+'(?:, )?)+\]/g, 'effects: []'),
      map: null,
    }),
  },
})

/** Zod's part that describes schemas as JSON, which only the server's document does, is a tenth of what the browser has of it. */
const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler: (code) => ({
      code: [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => {}`)
        .join('\n'),
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

/**
 * The bundler splits what two screens share into a file for each set of screens that share it: fifty small ones by now, of which
 * every signed-in screen loads most. A first build tells which modules the frame, the dashboard and the order list really need.
 * Those become files: 'parts', which the login needs too; 'frame'; 'list', most of which other lists need as well; 'orders'; and
 * 'fields', of which the login needs all and forms some.
 */
function frameGroups() {
  // Apart, so that its memory is free again before the second build.
  const program = join(import.meta.dirname, 'vite.modules.ts')
  const { status, signal, stdout } = spawnSync(process.execPath, [...process.execArgv, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  // Ended for want of memory, as the setup has to say.
  if (signal) process.kill(process.pid, signal)
  if (status !== 0) throw new Error('The first build failed')
  const { login, frame, home, orders } = modulesFrom(stdout)
  const isOfTheFrame = (id: string) => frame.has(id) || (home.has(id) && orders.has(id))
  return [
    { name: 'parts', priority: 4, test: (id: string) => login.has(id) && (isOfTheFrame(id) || orders.has(id)) },
    { name: 'frame', priority: 3, test: isOfTheFrame },
    { name: 'list', priority: 2, test: (id: string) => orders.has(id) && !id.includes('/web/orders/') },
    { name: 'orders', priority: 1, test: (id: string) => orders.has(id) },
    { name: 'fields', priority: 0, test: (id: string) => login.has(id) && !id.includes('/web/sessions/') },
  ]
}

const modulesFrom = (json: string): Record<Screen, ReadonlySet<string>> => {
  const { login, frame, home, orders }: Record<Screen, string[]> = JSON.parse(json)
  return { login: new Set(login), frame: new Set(frame), home: new Set(home), orders: new Set(orders) }
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
      const orders = filesOf(SCREENS.frame, SCREENS.orders)
      const screens = {
        '/login': [],
        '/': filesOf(SCREENS.frame, SCREENS.home),
        '/order': orders,
        '/subadmin-order': orders,
        other: filesOf(SCREENS.frame),
      }
      return [{ tag: 'script', children: `(${preload})(${JSON.stringify(screens)})`, injectTo: 'head-prepend' }]
    },
  },
})

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    withoutServersPart(),
    withoutJsonSchemas(),
    compressShared(),
    precompress(),
    preloadScreens(),
    thirdPartyLicences(),
  ],
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
        experimental: READ_LESS,
        output: {
          codeSplitting: { groups: frameGroups() },
          // Every page loads the names of a hundred files. Seven letters of 36 compress best, and still tell the builds of one apart.
          hashCharacters: 'base36',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    }),
  },
}))
