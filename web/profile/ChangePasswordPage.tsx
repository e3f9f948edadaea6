import { Text } from '@mantine/core'
import { useState } from 'react'
import { ADMIN_PASSWORD_MIN } from '#contract/limits.ts'
import { profile, sessions } from '#contract/sessions.ts'
import { useProfile } from '../calls/session.ts'
import { FormBody } from '../forms/FormPage.tsx'
import { SecretField } from '../forms/fields/SecretField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'

const PATH = '/profile/change-password'
const EMPTY = { old_password: '', new_password: '', confirm_password: '' }

/** /profile/change-password. Other sessions of the account end, this one stays. */
export function ChangePasswordPage() {
  return (
    <ProfileFrame title="Change password">
      <ChangePasswordForm />
    </ProfileFrame>
  )
}

/** After a success the form is empty, ready for another change. */
export function ChangePasswordForm() {
  const [changes, setChanges] = useState(0)
  return <EmptyForm key={changes} isRepeat={changes > 0} onSaved={() => setChanges(changes + 1)} />
}

function EmptyForm({ isRepeat, onSaved }: { isRepeat: boolean; onSaved: () => void }) {
  const t = useT()
  const email = useProfile().data?.email ?? ''
  const [isResultUnknown, setResultUnknown] = useState(false)
  const form = useRecordForm({
    call: sessions.changePassword,
    start: EMPTY,
    pending: 'Changing password...',
    stale: [profile.show],
    list: PATH,
    onConflict: () => setResultUnknown(true),
    onSaved,
  })
  return (
    <FormBody
      form={form}
      save="Change password"
      fields={
        <>
          {isResultUnknown && (
            <Warning title={t('Your password may already have changed.')}>
              {t('If the old one is now wrong, the new one applies.')}
            </Warning>
          )}
          {/* Tells password managers which account changes. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <SecretField name="old_password" label="Old password" autoComplete="current-password" autoFocus={isRepeat} required />
          <SecretField name="new_password" label="New password" required />
          <SecretField name="confirm_password" label="Confirm password" required />
          <Text size="sm" c="dimmed">
            {t('At least {{count}} characters. All your other sessions will end.', { count: ADMIN_PASSWORD_MIN })}
          </Text>
        </>
      }
    />
  )
}
