import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import type { Output } from '#contract/endpoint.ts'
import { useCommand } from '../calls/use-command.ts'
import { useFaults } from '../forms/use-faults.ts'
import { tMessage, useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './settings.module.css'

const RESULTS: Readonly<Record<Output<typeof campaigns.sendTest>['state'], string>> = {
  sent: 'Accepted',
  refused: 'Refused',
  unclear: 'Unclear: it may have been sent',
  waiting: 'Not taken now',
}

/** Goes through what is saved, whatever the fields say. */
export function SendTestMessage() {
  const t = useT()
  const [phone, setPhone] = useState('')
  const [result, setResult] = useState<Output<typeof campaigns.sendTest>>()
  const test = useCommand(campaigns.sendTest, { pending: 'Sending a test message...', stale: [], successMessage: () => '' })
  const { faults } = useFaults(test)
  const send = async () => {
    setResult(undefined)
    setResult(await test.run({ phone }))
  }
  const sendByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void send()
  }
  return (
    <div>
      <div className={classes.fields}>
        <TextInput
          label={t('Send a test message to')}
          inputMode="tel"
          autoComplete="off"
          value={phone}
          error={faults.phone && tMessage(faults.phone)}
          onChange={(event) => setPhone(event.currentTarget.value)}
          onKeyDown={sendByEnter}
        />
        <WorkButton variant="default" isRunning={test.isRunning} onClick={() => void send()}>
          {t('Send test message')}
        </WorkButton>
      </div>
      <p className={classes.about}>{t('Goes through the saved gateway, once.')}</p>
      <div role="status">
        {result && (
          <p>
            <b>{t(RESULTS[result.state])}</b> · {result.answer}
          </p>
        )}
      </div>
    </div>
  )
}
