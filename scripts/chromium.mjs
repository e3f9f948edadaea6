import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './programs.mjs'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PACKAGES = ['chromium-headless-shell', 'chromium']
const FONTS = 'fonts-liberation'

/** Installs it on Debian as root; elsewhere prints how to. */
export async function ensureChromium() {
  if (hasChromium()) return true
  if (!isDebian() || process.getuid?.() !== 0) {
    const how = isDebian()
      ? `run 'apt-get install ${PACKAGES.at(-1)}' as root`
      : 'install Chromium or Chrome with the means of this system'
    console.error(`The browser tests need Chromium: ${how}, or set CHROMIUM to its path.`)
    return false
  }
  console.log('Installing Chromium for the browser tests, once ...')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // A fresh image has no package lists.
  if ((await runProgram('apt-get', ['update', '-qq'], env)) !== 0) return false
  for (const name of PACKAGES) {
    const code = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, FONTS], env)
    if (code === 0 && hasChromium()) return true
  }
  return false
}

function hasChromium() {
  if (process.env.CHROMIUM) return existsSync(process.env.CHROMIUM)
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.some((name) => folders.some((folder) => existsSync(join(folder, name))))
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
