import { admins } from '#contract/admins.ts'
import { ROLE_NAMES, type Role } from '#contract/roles.ts'
import { findAccount } from '../platform/auth/find-account.ts'
import { makeOneTimePassword, setOneTimePassword } from '../platform/auth/one-time-password.ts'
import { removeSecondFactor } from '../platform/auth/second-factor.ts'
import type { Db } from '../platform/db/connect.ts'
import { writeSystemAudit } from '../platform/http/audit.ts'
import { runCommand, withDatabase } from './command.ts'
import { asTyped } from './usage.ts'

const WITH_SECOND_FACTOR = '--second-factor'

/** `npm run reset-password -- EMAIL [--second-factor]`: for the owner, when no super admin can sign in. */
export const main = (words: readonly string[]): Promise<void> =>
  runCommand(async (env) => {
    const withSecondFactor = words.includes(WITH_SECOND_FACTOR)
    const [identity, ...others] = words.filter((word) => word !== WITH_SECOND_FACTOR)
    if (!identity || others.length > 0 || identity.startsWith('-'))
      throw new Error(`Say whose password: ${asTyped('reset-password')}`)
    return withDatabase(env, (db) => resetPassword(db, identity, withSecondFactor))
  })

export const resetPassword = async (db: Db, identity: string, withSecondFactor = false): Promise<string[]> => {
  const { password, password_hash } = await makeOneTimePassword()
  return db.transaction().execute(async (own) => {
    const admin = await findAccount(own, identity)
    if (!admin) throw new Error(`There is no admin ${identity}`)
    await setOneTimePassword(own, admin.id, password_hash)
    await writeSystemAudit(own, 'admins.resetPassword', admins.resetPassword, { id: admin.id })
    if (withSecondFactor) {
      await removeSecondFactor(own, admin.id)
      await writeSystemAudit(own, 'admins.resetSecondFactor', admins.resetSecondFactor, { id: admin.id })
    }
    const who = ROLE_NAMES[admin.role as Role].toLowerCase()
    return [
      `One-time password of ${admin.email} (${who}): ${password}`,
      'They must choose their own password when they sign in, and are signed out everywhere.',
      ...(withSecondFactor ? ['Their second factors and recovery codes are removed.'] : []),
    ]
  })
}
