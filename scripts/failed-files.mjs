// A reporter for vitest: writes to the file named by FAILED_FILES which test files failed, and how many errors no test is to blame for.
import { writeFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { root } from './programs.mjs'

export default function failedFiles() {
  return {
    /** A file that never came to its end has failed as well. */
    async onTestRunEnd(testModules, unhandledErrors) {
      const failed = testModules.filter((module) => !['passed', 'skipped'].includes(module.state()))
      const files = failed.map(({ moduleId }) => relative(root, moduleId).split(sep).join('/'))
      await writeFile(process.env.FAILED_FILES, JSON.stringify({ files, unhandledErrors: unhandledErrors.length }))
    },
  }
}
