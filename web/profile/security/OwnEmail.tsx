import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
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
  const [state, setState] = useState<'shown' | 'changing' | 'changed'>('shown')
  return (
    <Section title="Email" gap="sm">
      <Group justify="space-between">
        <Text size="sm">{t('You sign in with it: {{email}}', { email: email ?? '' })}</Text>
        {state !== 'changing' && (
          <Button size="xs" variant="default" autoFocus={state === 'changed'} onClick={() => setState('changing')}>
            {t('Change email')}
          </Button>
        )}
      </Group>
      {state === 'changing' && <EmailForm onSaved={() => setState('changed')} />}
    </Section>
  )
}

function EmailForm({ onSaved }: { onSaved: () => void }) {
  const form = useRecordForm({
    call: admins.changeOwnEmail,
    start: { email: '' },
    pending: 'Changing email...',
    stale: [profile.show],
    list: PATH,
    onSaved,
  })
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  return (
    <FormBody
      form={form}
      isQuiet
      save="Change email"
      fields={<TextField name="email" label="New email" type="email" required />}
    />
  )
}
