// Runs the server and the owner's commands in this process, so that signals reach them.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { requireNode24, root } from './programs.mjs'

requireNode24()
// Reading the source is half of a start. Beside the packages: who may write there can change the code anyway.
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
const [mode = 'start', ...words] = process.argv.slice(2)
if (mode === 'reset-password') await (await import('../server/cli/reset-password.ts')).main(words)
else if (mode === 'rotate-key') await (await import('../server/cli/rotate-key.ts')).main(words)
else if (mode === 'backup') await (await import('../server/cli/backup.ts')).main(words)
else if (mode === 'restore') await (await import('../server/cli/restore.ts')).main(words)
// A typo must not create a data folder and take the port.
else if (!['start', 'demo', 'dev'].includes(mode))
  refuse(`There is no '${mode}': start, demo, dev, reset-password, rotate-key, backup or restore`)
// `npm start -- --port 8080` would start on another port than requested.
else if (words.length > 0) {
  const command = mode === 'start' ? 'npm start' : `npm run ${mode}`
  refuse(`${command} takes no words: settings are environment variables (see README.md)`)
} else await (await import('../server/main.ts')).main(mode)

function refuse(message) {
  console.error(message)
  process.exit(1)
}
