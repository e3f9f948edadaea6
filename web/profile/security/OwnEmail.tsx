import { Text } from '@mantine/core'
import { useState } from 'react'
import { admins } from '#contract/admins.ts'
import { profile } from '#contract/sessions.ts'
import { useProfile } from '../../calls/session.ts'
import { FormBody } from '../../forms/FormPage.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { useRecordForm } from '../../forms/use-record-form.ts'
import { Section } from '../../ui/Section.tsx'
import { useT } from '../../ui/text/i18n.ts'

const PATH = '/profile/security'

/** The email that signs in. Changing it asks to confirm again who one is. */
export function OwnEmail() {
  const t = useT()
  const email = useProfile().data?.email
  const [changes, setChanges] = useState(0)
  return (
    <Section title="Email" gap="sm">
      <Text size="sm">{t('You sign in with it: {{email}}', { email: email ?? '' })}</Text>
      <EmailForm key={changes} onSaved={() => setChanges(changes + 1)} />
    </Section>
  )
}

/** Empty again after a success. */
function EmailForm({ onSaved }: { onSaved: () => void }) {
  const form = useRecordForm({
    call: admins.changeOwnEmail,
    start: { email: '' },
    pending: 'Changing email...',
    stale: [profile.show],
    list: PATH,
    onSaved,
  })
  return (
    <FormBody
      form={form}
      isQuiet
      save="Change email"
      fields={<TextField name="email" label="New email" type="email" required />}
    />
  )
}
