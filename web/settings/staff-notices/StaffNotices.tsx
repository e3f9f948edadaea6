import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { STAFF_EVENTS, type StaffNoticeState, type StaffReceiver, staffNotices } from '#contract/staff-notices.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useData } from '../../calls/use-data.ts'
import { dayAndTimeInWords } from '../../lists/cells/When.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'
import { ChannelForm } from './ChannelForm.tsx'
import { ReceiverForm } from './ReceiverForm.tsx'
import { WAYS } from './ways.ts'

/** Who is told outside the browser, of what, and how. */
export function StaffNotices() {
  const t = useT()
  const query = useData(staffNotices.list, {})
  const [opened, setOpened] = useState<StaffReceiver | 'new'>()
  const close = () => setOpened(undefined)
  if (query.error && !query.data) return <ReadError query={query} />
  if (!query.data) return <Loading rows={2} height={60} />
  const { receivers, channels } = query.data
  const title = opened === 'new' ? t('Add receiver') : t('Edit {{name}}', { name: opened?.name ?? '' })
  return (
    <Section title="Staff notices">
      <div className={classes.card}>
        <p className={classes.about}>
          {t('Sends what should not wait by Telegram, email or a webhook, at most once each quarter of an hour.')}
        </p>
        <ul className={classes.phones} aria-label={t('Receivers')}>
          {receivers.map((receiver) => (
            <Receiver key={receiver.id} receiver={receiver} onEdit={() => setOpened(receiver)} />
          ))}
        </ul>
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setOpened('new')}
        >
          {t('Add receiver')}
        </Button>
        <Stack gap="md">
          {(['telegram', 'email'] as const).map((way) => (
            <ChannelForm key={way} way={way} present={channels.find((channel) => channel.way === way)} />
          ))}
        </Stack>
      </div>
      <Dialog opened={opened !== undefined} onClose={close} title={title}>
        {opened && <ReceiverForm present={opened === 'new' ? undefined : opened} onClose={close} />}
      </Dialog>
    </Section>
  )
}

const STATES: Readonly<Record<StaffNoticeState, string>> = {
  waiting: 'waiting',
  sent: 'sent',
  unclear: 'unclear whether it arrived',
  failed: 'failed',
}

function Receiver({ receiver, onEdit }: { receiver: StaffReceiver; onEdit: () => void }) {
  const t = useT()
  const { id, name, way, destination, events, quiet_from, quiet_to, last } = receiver
  const remove = useCommand(staffNotices.remove, { pending: 'Deleting receiver...', stale: [staffNotices.list] })
  const test = useCommand(staffNotices.test, { pending: 'Sending test notice...', stale: [] })
  const ask = async () => {
    const about = t('“{{name}}” will be told nothing any more.', { name })
    if (await confirm({ about, yes: t('Delete'), isDestructive: true })) await remove.run({ id })
  }
  return (
    <li>
      <b>{name}</b>
      <span>
        {t(WAYS[way].label)}: {destination}
      </span>
      <span>{events.map((event) => t(STAFF_EVENTS[event].label)).join(', ')}</span>
      {quiet_from !== '' && <span>{t('Quiet from {{from}} to {{to}}', { from: quiet_from, to: quiet_to })}</span>}
      {last && (
        <span>
          {t('Last: {{text}}, {{time}}', { text: last.text, time: dayAndTimeInWords(last.at) })} · {t(STATES[last.state])}
          {last.last_error !== '' && ` (${last.last_error})`}
        </span>
      )}
      <span className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          loading={test.isRunning}
          aria-label={t('Test {{name}}', { name })}
          onClick={() => void test.run({ id })}
        >
          {t('Send test notice')}
        </Button>
        <Button size="xs" variant="default" aria-label={t('Edit {{name}}', { name })} onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Button size="xs" variant="default" c="red" aria-label={t('Delete {{name}}', { name })} onClick={() => void ask()}>
          {t('Delete')}
        </Button>
      </span>
    </li>
  )
}
