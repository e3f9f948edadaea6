import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { security } from '#contract/security.ts'
import { canUsePasskeys, makePasskey } from '../../calls/passkeys.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useT } from '../../ui/text/i18n.ts'
import { toastFailed } from '../../ui/toasts.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import classes from './security.module.css'
import { describeUserAgent } from './user-agent.ts'

/** Lets the browser make a passkey and adds it under a name. */
export function AddPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useT()
  const [name, setName] = useState(() => describeUserAgent(navigator.userAgent))
  const start = useCommand(security.startPasskey, {
    pending: 'Waiting for your passkey...',
    stale: [],
    successMessage: () => '',
  })
  const addition = useCommand(security.addPasskey, { pending: 'Adding passkey...', stale: [security.show] })
  const add = async () => {
    const begun = await start.run({})
    if (!begun) return
    const passkey = await makePasskey(begun.options)
    if (!passkey) return toastFailed('The passkey was not added. Try again.')
    const reply = await addition.run({ challenge: begun.challenge, name: name.trim() || t('Passkey'), passkey })
    if (reply && reply.recovery_codes.length > 0) onCodes(reply.recovery_codes)
  }
  if (!canUsePasskeys())
    return (
      <Text c="dimmed" size="sm">
        {t('Passkeys need https and a host name: open the dashboard by its name, not by numbers.')}
      </Text>
    )
  return (
    <Group align="flex-end">
      <TextInput
        label={t('Name of the passkey')}
        value={name}
        maxLength={120}
        autoComplete="off"
        className={classes.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <WorkButton variant="default" isRunning={start.isRunning || addition.isRunning} onClick={() => void add()}>
        {t('Add passkey')}
      </WorkButton>
    </Group>
  )
}
