import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { security } from '#contract/security.ts'
import { profile } from '#contract/sessions.ts'
import { useProfile } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { ChangePasswordForm } from '../profile/ChangePasswordPage.tsx'
import { SecondFactors } from '../profile/security/SecurityPage.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './Due.module.css'
import { logOut } from './log-out.ts'

/** What an admin has to do before anything else is open: first a password of their own, then the second factor. */
export default function Due({ onDone }: { onDone: () => void }) {
  const own = useProfile().data
  // Stays after the factor was added: its recovery codes are still to be read.
  const [isAdding, setAdding] = useState(false)
  if (!isAdding && own?.must_add_second_factor) setAdding(true)
  const isOver = own !== undefined && !own.must_change_password && !isAdding
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  if (own?.must_change_password) return <OwnPassword />
  return isAdding && <AddSecondFactor onDone={onDone} />
}

const OwnPassword = () => (
  <DueScreen title="Choose your own password" about="You were given this password. Choose your own to continue.">
    <ChangePasswordForm />
  </DueScreen>
)

function AddSecondFactor({ onDone }: { onDone: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const { data } = useData(security.show, {})
  const hasOne = data !== undefined && (data.has_totp || data.passkeys.length > 0)
  const goOn = async () => {
    await client.invalidateQueries({ queryKey: [profile.show.path] })
    onDone()
  }
  return (
    <DueScreen
      title="Add a second factor"
      about="Your shop requires a second factor: a code from your phone or a passkey, besides your password."
    >
      <SecondFactors />
      {hasOne && (
        <Group>
          <Button onClick={() => void goOn()}>{t('Continue')}</Button>
        </Group>
      )}
    </DueScreen>
  )
}

interface DueScreenProps {
  readonly title: string
  /** English. */
  readonly about: string
  readonly children: ReactNode
}

/** The only screen open to the admin, besides logging out. */
function DueScreen({ title, about, children }: DueScreenProps) {
  const t = useT()
  return (
    <main className={classes.page}>
      <Stack>
        <PageTitle title={title}>
          <Group>
            <Button variant="default" onClick={logOut}>
              {t('Logout')}
            </Button>
          </Group>
        </PageTitle>
        <Text>{t(about)}</Text>
        {children}
      </Stack>
    </main>
  )
}
