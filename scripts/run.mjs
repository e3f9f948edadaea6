// Runs the server and the owner's commands in this process, so that signals reach them.
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { requireNode24, root } from './programs.mjs'

requireNode24()
// Reading the source is half of a start. Beside the packages: who may write there can change the code anyway.
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
const { asTyped, isCommand, usage } = await import('../server/cli/usage.ts')
const [mode = 'start', ...words] = process.argv.slice(2)
if ([mode, ...words].some((word) => ['--help', '-h', 'help'].includes(word))) say(usage())
else if (['--version', '-v', 'version'].includes(mode)) say(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
// A typo must not create a data folder and take the port.
else if (!isCommand(mode)) refuse(`There is no '${mode}'.\n\n${usage()}`)
else if (mode === 'reset-password') await (await import('../server/cli/reset-password.ts')).main(words)
else if (mode === 'rotate-key') await (await import('../server/cli/rotate-key.ts')).main(words)
else if (mode === 'backup') await (await import('../server/cli/backup.ts')).main(words)
else if (mode === 'restore') await (await import('../server/cli/restore.ts')).main(words)
// `npm start -- --port 8080` would start on another port than requested.
else if (words.length > 0) refuse(`${asTyped(mode)} takes no words: settings are environment variables (see README.md)`)
else await (await import('../server/main.ts')).main(mode)

function say(text) {
  console.log(text)
  process.exit(0)
}

function refuse(message) {
  console.error(message)
  process.exit(1)
}
