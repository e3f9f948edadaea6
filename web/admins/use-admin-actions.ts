import type { RefObject } from 'react'
import { type AdminRow, admins } from '#contract/admins.ts'
import { useCommand } from '../calls/use-command.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { nameWithUsername } from '../ui/text/disambiguated-name.ts'
import { t } from '../ui/text/i18n.ts'
import type { OneTimePasswordHandle } from './OneTimePassword.tsx'

/** Actions of a super admin on another admin's row; each asks first. */
export interface AdminActions {
  readonly changeRole: (admin: AdminRow) => Promise<void>
  readonly resetPassword: (admin: AdminRow) => Promise<void>
  readonly resetSecondFactor: (admin: AdminRow) => Promise<void>
  readonly remove: (admin: AdminRow) => Promise<void>
}

const STALE = [admins.list]

/** `shown` is where a one-time password appears. */
export function useAdminActions(shown: RefObject<OneTimePasswordHandle | null>): AdminActions {
  const role = useCommand(admins.setRole, { pending: 'Updating role...', stale: STALE })
  const reset = useCommand(admins.resetPassword, { pending: 'Resetting password...', stale: STALE })
  const factor = useCommand(admins.resetSecondFactor, { pending: 'Resetting second factor...', stale: STALE })
  const removal = useCommand(admins.remove, { pending: 'Deleting ...', stale: STALE })
  return {
    changeRole: async (admin) => {
      const name = nameWithUsername(admin)
      const isPromotion = admin.role === 'sub'
      const about = isPromotion
        ? t('{{name}} will have full access and can manage admins.', { name })
        : t('{{name}} will have only the granted permissions.', { name })
      const yes = t(isPromotion ? 'Make super admin' : 'Make sub-admin')
      if (await confirm({ about, yes, isDestructive: isPromotion }))
        await role.run({ id: admin.id, role: isPromotion ? 'super' : 'sub' })
    },
    resetPassword: async (admin) => {
      const name = nameWithUsername(admin)
      const about = t('{{name}} will get a one-time password and be signed out everywhere.', { name })
      if (!(await confirm({ about, yes: t('Reset password'), isDestructive: true }))) return
      shown.current?.wait(name)
      const reply = await reset.run({ id: admin.id })
      if (reply) shown.current?.show(name, reply.password)
      else shown.current?.close()
    },
    resetSecondFactor: async (admin) => {
      const about = t('{{name}} will sign in with the password alone, and be signed out everywhere now.', {
        name: nameWithUsername(admin),
      })
      if (await confirm({ about, yes: t('Reset second factor'), isDestructive: true })) await factor.run({ id: admin.id })
    },
    remove: async (admin) => {
      const about = t('Admin “{{name}}” will be deleted. This can’t be undone.', { name: nameWithUsername(admin) })
      if (await confirm({ about, yes: t('Delete'), isDestructive: true })) await removal.run({ id: admin.id })
    },
  }
}
