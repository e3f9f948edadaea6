/**
 * Measures the screens in a real browser and compares them with their goals, which are those of docs/design/screens.md:
 * node bench/screens.ts [address of a running demo, whose data it changes]. Ends with 1 where a goal is missed. Without an address it
 * starts a demo; the empty shop is always a new one.
 */
import { countClicks } from './screens/clicks.ts'
import { measureColumns, measureLists } from './screens/lists.ts'
import { browser, figures, OWNER } from './screens/visit.ts'
import { measureActions, measureDesk, measureEmptyShop, measureShop } from './screens/work.ts'
import { startShop } from './start-shop.ts'

const DEMO_PORT = 4933
const EMPTY_PORT = 4934

const [address] = process.argv.slice(2)
const demo = address === undefined ? await startShop('demo', DEMO_PORT, OWNER) : { url: address, stop: async () => undefined }
const empty = await startShop('start', EMPTY_PORT, OWNER)
try {
  for (const measure of [measureLists, measureColumns, measureActions, measureDesk, measureShop, countClicks])
    await measure(demo.url)
  await measureEmptyShop(empty.url)
} finally {
  await browser.close()
  await empty.stop()
  await demo.stop()
}
for (const { what, value, goal, isMet } of figures) {
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what}: ${value === '' ? 'none' : value}  [goal ${goal}]`)
}
const missed = figures.filter(({ isMet }) => !isMet).length
console.log(`${figures.length} figures, ${missed} missed`)
process.exitCode = missed > 0 ? 1 : 0
