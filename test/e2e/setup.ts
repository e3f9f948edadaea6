import { join, relative } from 'node:path'
import { afterEach } from 'vitest'
import { saveArtifacts } from './browser.ts'

/** What failed tests leave, in the project's folder. */
const RESULTS = 'test-results'

const wordsOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const folder = join(RESULTS, wordsOf(relative(process.cwd(), task.file.filepath)), wordsOf(task.name))
  await saveArtifacts(folder)
  console.error(`Screenshots and traces of '${task.name}': ${folder} (view one: npx playwright-core show-trace FILE)`)
})
