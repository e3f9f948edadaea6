import { Button, Group, Stack, Text } from '@mantine/core'
import { PageTitle } from '../kit/PageTitle.tsx'
import { useT } from '../kit/text/i18n.ts'
import { ChangePasswordForm } from '../profile/ChangePasswordPage.tsx'
import { logOut } from './log-out.ts'
import classes from './OwnPassword.module.css'

/** The only screen open to an admin with a one-time password. */
export default function OwnPassword() {
  const t = useT()
  return (
    <main className={classes.page}>
      <Stack>
        <PageTitle title="Choose a password of your own">
          <Group>
            <Button variant="default" onClick={logOut}>
              {t('Logout')}
            </Button>
          </Group>
        </PageTitle>
        <Text>{t('You have signed in with a one-time password. Everything else opens once you have changed it.')}</Text>
        <ChangePasswordForm />
      </Stack>
    </main>
  )
}
