// `npm run release`: tests the version of package.json, packs it and describes what is in it, in release/. It publishes nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './programs.mjs'

const FOLDER = join(root, 'release')
const read = (file) => readFileSync(join(root, file), 'utf8')
const git = (...words) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim()
const { version } = JSON.parse(read('package.json'))
const tag = `v${version}`

const obstacle = findObstacle()
if (obstacle) refuse(obstacle)
npm('the tests failed', ['test'])
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
npm('it could not be packed', ['pack', '--ignore-scripts=false', '--pack-destination', FOLDER])
describe()
const files = readdirSync(FOLDER)
writeFileSync(join(FOLDER, 'SHA256SUMS'), files.map((file) => `${sha256(join(FOLDER, file))}  ${file}\n`).join(''))
console.log(`release/ has ${files.join(', ')} and SHA256SUMS. Now: git tag ${tag}`)

/** Why this version cannot be released yet. */
function findObstacle() {
  if (git('branch', '--show-current') !== 'main') return 'A release is made on main: switch to it.'
  if (git('status', '--porcelain')) return 'There are changes that are not committed: commit or remove them.'
  if (git('tag', '--list', tag)) return `${tag} is released already: set the next version in package.json.`
  if (JSON.parse(read('package-lock.json')).version !== version)
    return `package-lock.json is of another version than package.json (${version}): run npm install.`
  const heading = read('CHANGELOG.md')
    .split('\n')
    .find((line) => line.startsWith(`## ${version} (`))
  if (!/\(\d{4}-\d{2}-\d{2}\)$/.test(heading ?? ''))
    return `CHANGELOG.md has no '## ${version} (YYYY-MM-DD)': write what it adds, changes and fixes.`
}

/** What is in it, as CycloneDX. The dashboard is built of packages for development, so these are named too, and marked. */
function describe() {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--workspaces=false']
  const { stdout } = npm('its parts could not be listed', words, 'pipe')
  writeFileSync(join(FOLDER, `topdeck-${version}.cdx.json`), stdout)
}

function npm(otherwise, words, stdout = 'inherit') {
  const done = spawnSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['inherit', stdout, 'inherit'], maxBuffer: 1e8 })
  if (done.status !== 0) refuse(`${version} was not released: ${otherwise}.`)
  return done
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}
