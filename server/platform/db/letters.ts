import type { Ask } from './pool.ts'

const NEEDED =
  'The database of DATABASE_URL must be UTF8 with a locale that knows letters: ' +
  'createdb topdeck --owner topdeck -T template0 -E UTF8 --locale=C.UTF-8'
const MOVE = 'Bring its shop there by npm run backup and npm run restore'

/** Searches compare in lower case. If the locale knows only ASCII, 'é' does not find 'É'. Throws a message if such a database is
 * still empty; returns warnings if it holds a shop. */
export const checkLetters = async (ask: Ask): Promise<string[]> => {
  const isUtf8 = await holds(ask, `current_setting('server_encoding') = 'UTF8'`)
  // As code points, because not every encoding could receive the letters.
  if (isUtf8 && (await holds(ask, 'lower(chr(201)) = chr(233) and lower(chr(1046)) = chr(1078)'))) return []
  const isShop = await holds(ask, `to_regclass('migrations') is not null`)
  if (!isShop) throw new Error(NEEDED)
  if (!isUtf8) throw new Error(`${NEEDED}. ${MOVE}.`)
  return [`Not everybody is found whose name has letters like É. ${NEEDED}. ${MOVE}.`]
}

const holds = async (ask: Ask, condition: string): Promise<boolean> => (await ask(`select where ${condition}`)).length > 0
