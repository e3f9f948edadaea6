import { worded } from '#contract/messages.ts'
import { textKey, withoutInvisible } from '#contract/text.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict } from '../../platform/errors.ts'

interface Names {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
}

/** Throws Conflict for names that read like another admin's without being the same. Two admins who are named at the same moment wait
 * for each other until their transactions end. */
export const refuseLookAlikes = async (db: Db, names: Names, id = 0): Promise<void> => {
  await query(db, `select pg_advisory_xact_lock(hashtext('names of admins'))`)
  const others = await db
    .selectFrom('admins')
    .select(['first_name', 'last_name', 'username'])
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .execute()
  const skeletonOf = await loadSkeletons()
  const looksAlike = (one: string, other: string) => textKey(one) !== textKey(other) && skeletonOf(one) === skeletonOf(other)
  for (const other of others) {
    if (looksAlike(names.username, other.username)) throw refusal('username', other.username)
    if (looksAlike(fullName(names), fullName(other))) throw refusal('first_name', fullName(other))
  }
}

const refusal = (field: string, name: string) => new Conflict(worded('admin_looks_alike', { name }), undefined, field)

const fullName = ({ first_name, last_name }: Names) => `${first_name} ${last_name}`.replace(/\s+/g, ' ').trim()

/** Unicode's skeleton (UTS 39): what looks alike has the same one. Also of the lower case, as two usernames that differ in case alone
 * are one. The 6,000 characters of the table are loaded when first needed. */
const loadSkeletons = async () => {
  const { default: replaceLookAlikes } = await import('unhomoglyph')
  const skeletonOf = (text: string) => replaceLookAlikes(withoutInvisible(text).normalize('NFKD')).normalize('NFKD')
  return (text: string) => skeletonOf(skeletonOf(text).toLowerCase())
}
