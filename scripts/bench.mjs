// `npm run bench`: every bench/*.bench.ts, or those named: `npm run bench -- order-list --rows=1000000`. Other words go to each.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode24, root, runProgram } from './programs.mjs'

const ENDING = '.bench.ts'

requireNode24()
const all = readdirSync(join(root, 'bench')).filter((file) => file.endsWith(ENDING))
const words = process.argv.slice(2)
const nameOf = (word) => `${word.replace(/^bench\//, '').replace(ENDING, '')}${ENDING}`
const chosen = words.map(nameOf).filter((file) => all.includes(file))
const rest = words.filter((word) => !all.includes(nameOf(word)))
for (const file of chosen.length > 0 ? chosen : all) {
  console.log(`\n${file}`)
  const code = await runProgram('node', [join('bench', file), ...rest])
  if (code !== 0) process.exit(code)
}
