import { type AdminRow, admins } from '#contract/admins.ts'
import { useCommand } from '../calls/use-command.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { nameWithUsername } from '../ui/text/disambiguated-name.ts'
import { t } from '../ui/text/i18n.ts'
import type { Shown } from './OneTimePassword.tsx'

export type AdminActions = ReturnType<typeof useAdminActions>

const STALE = [admins.list]

/** Actions of a super admin on another admin's row; each asks first. `show` opens the dialog of a one-time password. */
export function useAdminActions(show: (shown: Shown | undefined) => void) {
  const role = useCommand(admins.setRole, { pending: 'Updating role...', stale: STALE })
  const reset = useCommand(admins.resetPassword, { pending: 'Resetting password...', stale: STALE })
  const factor = useCommand(admins.resetSecondFactor, { pending: 'Resetting second factor...', stale: STALE })
  const removal = useCommand(admins.remove, { pending: 'Deleting ...', stale: STALE })
  return {
    changeRole: async (admin: AdminRow) => {
      const name = nameWithUsername(admin)
      const isPromotion = admin.role === 'sub'
      const about = isPromotion
        ? t('{{name}} will have full access and can manage admins.', { name })
        : t('{{name}} will have only the granted permissions.', { name })
      const yes = t(isPromotion ? 'Make super admin' : 'Make sub-admin')
      if (await confirm({ about, yes, isDestructive: isPromotion }))
        await role.run({ id: admin.id, role: isPromotion ? 'super' : 'sub' })
    },
    resetPassword: async (admin: AdminRow) => {
      const name = nameWithUsername(admin)
      const about = t('{{name}} will get a one-time password and be signed out everywhere.', { name })
      if (!(await confirm({ about, yes: t('Reset password'), isDestructive: true }))) return
      show({ name })
      const reply = await reset.run({ id: admin.id })
      show(reply && { name, password: reply.password })
    },
    resetSecondFactor: async (admin: AdminRow) => {
      const about = t('{{name}} will sign in with the password alone, and be signed out everywhere now.', {
        name: nameWithUsername(admin),
      })
      if (await confirm({ about, yes: t('Reset second factor'), isDestructive: true })) await factor.run({ id: admin.id })
    },
    remove: async (admin: AdminRow) => {
      const about = t('Admin “{{name}}” will be deleted. This can’t be undone.', { name: nameWithUsername(admin) })
      if (await confirm({ about, yes: t('Delete'), isDestructive: true })) await removal.run({ id: admin.id })
    },
  }
}
