import { Button, Group, Stack, Text } from '@mantine/core'
import { ChangePasswordForm } from '../profile/ChangePasswordPage.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { logOut } from './log-out.ts'
import classes from './OwnPassword.module.css'

/** The only screen open to an admin whose password somebody else set. */
export function OwnPassword() {
  const t = useT()
  return (
    <main className={classes.page}>
      <Stack>
        <PageTitle title="Choose your own password">
          <Group>
            <Button variant="default" onClick={logOut}>
              {t('Logout')}
            </Button>
          </Group>
        </PageTitle>
        <Text>{t('Somebody else set your password. Change it to continue.')}</Text>
        <ChangePasswordForm />
      </Stack>
    </main>
  )
}
