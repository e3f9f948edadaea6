import { CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useProfile } from '../calls/session.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'

/** The sign-in whose failures the admin has seen in this browser. */
const SEEN = 'failed-sign-ins-seen'

/** After signing in: how often somebody else, or they, failed to since the last time. */
export function FailedSignIns() {
  const t = useT()
  const profile = useProfile().data
  const [seen, setSeen] = useState(() => readStored(localStorage, SEEN))
  if (!profile || profile.failed_sign_ins === 0 || seen === profile.signed_in_at) return null
  const close = () => {
    writeStored(localStorage, SEEN, profile.signed_in_at)
    setSeen(profile.signed_in_at)
  }
  return (
    <Warning title={t('{{count}} failed sign-ins since your last', { count: profile.failed_sign_ins })}>
      <Group justify="space-between" wrap="nowrap">
        <Text>{t('If that was not you, change your password and tell a super admin.')}</Text>
        <CloseButton aria-label={t('Close')} onClick={close} />
      </Group>
    </Warning>
  )
}
