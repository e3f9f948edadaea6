import { CloseButton, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useProfile } from '../calls/session.ts'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'

/** After signing in: how often somebody else, or they, failed to since the last time. */
export function FailedSignIns() {
  const t = useT()
  const profile = useProfile().data
  // The sign-in whose failures the admin has seen in this browser.
  const [seen, setSeen] = useLocalStorage({ key: 'failed-sign-ins-seen', defaultValue: '', getInitialValueInEffect: false })
  if (!profile || profile.failed_sign_ins === 0 || seen === profile.signed_in_at) return null
  return (
    <Warning title={t('{{count}} failed sign-ins since your last', { count: profile.failed_sign_ins })}>
      <Group justify="space-between" wrap="nowrap">
        <Text>{t('If that was not you, change your password and tell a super admin.')}</Text>
        <CloseButton aria-label={t('Close')} onClick={() => setSeen(profile.signed_in_at)} />
      </Group>
    </Warning>
  )
}
