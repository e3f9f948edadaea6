// `npm start`, `npm run demo`, `npm run dev`: the server, in this process, so that signals reach it as they come.
import { requireNode24 } from './programs.mjs'

requireNode24()
const { main } = await import('../server/main.ts')
await main(process.argv[2] ?? 'start')
