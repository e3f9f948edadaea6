// `npm run prove`: the slow tests in full. `npm run prove -- races` selects some.
import { ensureChromium } from './chromium.mjs'
import { requireNode24, runProgram } from './programs.mjs'

requireNode24()
process.exitCode = (await ensureChromium())
  ? await runProgram('vitest', ['run', '--project', 'prove', ...process.argv.slice(2)], { PROVE: '1' })
  : 1
