import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  plugins: [react(), precompress()],
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
  },
})
