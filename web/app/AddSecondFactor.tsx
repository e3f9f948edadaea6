import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { security } from '#contract/security.ts'
import { profile } from '#contract/sessions.ts'
import { useData } from '../calls/use-data.ts'
import { SecondFactors } from '../profile/security/SecurityPage.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { logOut } from './log-out.ts'
import classes from './OwnPassword.module.css'

/** The only screen open to an admin who has to add a second factor. */
export function AddSecondFactor({ onDone }: { onDone: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const { data } = useData(security.show, {})
  const hasOne = data !== undefined && (data.has_totp || data.passkeys.length > 0)
  const goOn = async () => {
    await client.invalidateQueries({ queryKey: [profile.show.path] })
    onDone()
  }
  return (
    <main className={classes.page}>
      <Stack>
        <PageTitle title="Add a second factor">
          <Group>
            <Button variant="default" onClick={logOut}>
              {t('Logout')}
            </Button>
          </Group>
        </PageTitle>
        <Text>{t('Your shop requires a second factor: a code from your phone or a passkey, besides your password.')}</Text>
        <SecondFactors />
        {hasOne && (
          <Group>
            <Button onClick={() => void goOn()}>{t('Continue')}</Button>
          </Group>
        )}
      </Stack>
    </main>
  )
}
