import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { type STAFF_CHANNELS, staffNotices } from '#contract/staff-notices.ts'
import { faultsOf } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { useFaults } from '../../forms/use-faults.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'

const CHANNELS = {
  telegram: {
    title: 'Telegram bot',
    secret: 'Token of the bot',
    about: '123456:ABC..., from @BotFather. Add the bot to the chat that is told.',
  },
  email: { title: 'Mail server', secret: 'Server', about: 'smtps://user:password@mail.example:465' },
} as const

interface ChannelFormProps {
  readonly way: (typeof STAFF_CHANNELS)[number]
  readonly present: { readonly sender: string } | undefined
}

/** The shop's bot or mail server. Its secret is never shown again; to change anything, type it again. */
export function ChannelForm({ way, present }: ChannelFormProps) {
  const t = useT()
  const { title, secret: label, about } = CHANNELS[way]
  const command = useCommand(staffNotices.setChannel, { pending: 'Updating channel...', stale: [staffNotices.list] })
  const [secret, setSecret] = useState('')
  const [sender, setSender, restoredInput] = useRestoredState(`staff sender ${way}`, present?.sender ?? '', command)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (command.isRunning) return
    const checked = staffNotices.setChannel.input.safeParse({ way, secret, sender })
    setFound(faultsOf(checked.error))
    if (checked.success && (await command.run(checked.data)) !== undefined) setSecret('')
    else focusFault()
  }
  return (
    <form
      ref={element}
      className={classes.group}
      aria-label={t(title)}
      noValidate
      onKeyDown={submitByKey}
      onSubmit={(event) => void submit(event)}
    >
      <h3 className={classes.method}>
        {t(title)}: {present ? t('set up') : t('not set up')}
      </h3>
      <PasswordInput
        label={t(label)}
        description={t(about)}
        name="secret"
        autoComplete="off"
        value={secret}
        error={faults.secret && tMessage(faults.secret)}
        onChange={(event) => {
          setFound({})
          setSecret(event.currentTarget.value)
        }}
      />
      <RestoredNotice restoredInput={restoredInput} />
      {way === 'email' && (
        <TextInput
          label={t('Sent from')}
          name="sender"
          autoComplete="off"
          value={sender}
          error={faults.sender && tMessage(faults.sender)}
          onChange={(event) => setSender(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" w="fit-content" loading={command.isRunning}>
        {t('Update')}
      </Button>
    </form>
  )
}
