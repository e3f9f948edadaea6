import { existsSync } from 'node:fs'
import { type Db, query } from '../db/connect.ts'
import { moveCodes, type Outcome, type Tried, tryCodes } from './codes.ts'
import { actKey, findMasterKey, keyFile, keyPrint, makeKey, nextKeyFile, openVault, type Vault } from './vault.ts'

/** `isLost`: the owner confirmed that the key is lost, so a new one may replace it. */
interface KeyPlace {
  readonly dataDir: string
  readonly given?: string | undefined
  readonly isLost?: boolean
}

/** Opens the shop's vault. A new shop gets a key; after that its print identifies it. Throws a message if the key is missing or
 * another one, unless the owner declares it lost: then unreadable codes are hidden. `record` logs this, and where a new
 * key is, in the same transaction. */
export const openShopVault = (
  db: Db,
  { dataDir, given, isLost = false }: KeyPlace,
  record: (own: Db, outcome: Outcome, newKey: string | undefined) => Promise<void> = async () => {},
): Promise<Vault> =>
  db.transaction().execute(async (own) => {
    // Of two servers that start at once, the second sees the first one's key.
    const { key_print } = await own.selectFrom('settings').select('key_print').forUpdate().executeTakeFirstOrThrow()
    const present = findMasterKey(dataDir, given)
    if (!present && !isLost && key_print !== null) {
      throw new Error(`The key of this shop is missing: put its master.key to ${keyFile(dataDir)}, or set MASTER_KEY. ${IF_LOST}`)
    }
    const vault = openVault(present ?? makeKey(keyFile(dataDir)))
    const isOwn = key_print === null || key_print === keyPrint(vault)
    const where = given ? 'MASTER_KEY' : keyFile(dataDir)
    if (!isOwn && !isLost) {
      if (existsSync(nextKeyFile(dataDir)))
        throw new Error(`rotate-key was interrupted, or MASTER_KEY is still the old one. ${IF_ROTATED}`)
      throw new Error(`${where} is not the key of this shop: bring along the one that it had. ${IF_LOST}`)
    }
    await storeKeyPrint(own, vault)
    if (isLost) {
      const codes = await tryCodes(own, vault)
      if (!isOwn) refuseEarlier(codes, where)
      await record(own, await moveCodes(own, codes), isOwn ? undefined : where)
    }
    return vault
  })

/** A new key may replace a lost one. An earlier key that was found again must not lose the present one. */
const refuseEarlier = ({ doesAnyOpen, dead }: Tried, where: string) => {
  if (!doesAnyOpen || dead.length === 0) return
  const hidden = dead.length.toLocaleString('en')
  throw new Error(
    `${where} is an earlier key of this shop: ${hidden} codes for sale are sealed under its present one, and would be hidden. ${IF_EARLIER}`,
  )
}

// After a restore the row is missing: no backup holds it.
const STORE_ACT_KEY = `
  insert into act_keys (key_hash) values (sha256($1))
  on conflict (is_only) do update set key_hash = excluded.key_hash where act_keys.key_hash is distinct from excluded.key_hash`

const IF_EARLIER =
  'Nothing was changed: start with the present one, and hide these codes first if the earlier one is to come back. Only if the present one is lost too, put the earlier one aside and start once with MASTER_KEY_LOST=yes and no key.'

const IF_ROTATED = 'Run it again; where MASTER_KEY is set, set it to what master.key.new holds, then remove that file.'

const IF_LOST =
  'Only if it is lost for good, start with MASTER_KEY_LOST=yes: what was sealed under it stays closed, and codes for sale are hidden.'

/** Keeps, as the owner, what tells this key from others, and what the servers that have it begin acts with. */
export const storeKeyPrint = async (db: Db, vault: Vault): Promise<void> => {
  const key_print = keyPrint(vault)
  await query(db, STORE_ACT_KEY, [actKey(vault)])
  await db.updateTable('settings').set({ key_print }).where('key_print', 'is distinct from', key_print).execute()
}
