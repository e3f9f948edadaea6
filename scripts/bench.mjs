// `npm run bench`: every benchmark without external needs, or those named: `npm run bench -- order-list peers`.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode24, root, runProgram } from './programs.mjs'

const ENDING = '.bench.ts'
/** Take minutes to fill shops, or compare with what has to be installed, so only on request. */
const BY_NAME = ['clerks', 'growth', 'peers']

requireNode24()
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
const named = process.argv.slice(2).map((word) => word.replace(/^bench\//, '').replace(ENDING, ''))
const unknown = named.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no benchmark '${unknown}': choose from ${all.join(', ')}.`)
  process.exit(1)
}
for (const name of named.length > 0 ? named : all.filter((each) => !BY_NAME.includes(each))) {
  console.log(`\n${name}`)
  const code = await runProgram('node', [join('bench', `${name}${ENDING}`)])
  if (code !== 0) process.exit(code)
}
