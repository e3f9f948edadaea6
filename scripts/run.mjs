// `npm start`, `npm run demo`, `npm run dev`: the server, in this process, so that signals reach it as they come. And the owner's
// command `npm run reset-password -- EMAIL`.
import { requireNode24 } from './programs.mjs'

requireNode24()
const [mode = 'start', ...words] = process.argv.slice(2)
if (mode === 'reset-password') await (await import('../server/reset-password.ts')).main(words[0])
else await (await import('../server/main.ts')).main(mode)
