import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { payments } from '#contract/payments.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useData } from '../../calls/use-data.ts'
import { dayAndTimeInWords } from '../../lists/cells/When.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'
import { AddPhone, type Method } from './AddPhone.tsx'
import { TestMessage } from './TestMessage.tsx'

type PhoneRow = Output<typeof payments.phones>['data'][number]

/** The phones that forward messages, each with its own key. */
export function Phones({ methods }: { methods: readonly Method[] }) {
  const t = useT()
  const query = useData(payments.phones, {})
  return (
    <section className={classes.group} aria-labelledby="payment-phones">
      <h3 id="payment-phones" className={classes.method}>
        {t('Phones')}
      </h3>
      {query.error && !query.data && <ReadError query={query} />}
      {!query.data && !query.error && <Loading rows={2} height={48} />}
      {query.data && query.data.data.length === 0 && (
        <p>{t('No phone forwards messages yet. Add one, and set its key up in a forwarder app: see docs/payments.md.')}</p>
      )}
      <ul className={classes.phones}>
        {query.data?.data.map((phone) => (
          <Phone key={phone.id} phone={phone} methods={methods} />
        ))}
      </ul>
      <AddPhone methods={methods} />
    </section>
  )
}

function Phone({ phone, methods }: { phone: PhoneRow; methods: readonly Method[] }) {
  const t = useT()
  const [isTesting, setTesting] = useState(false)
  const command = useCommand(payments.revokePhone, { pending: 'Revoking phone...', stale: [payments.phones] })
  const { id, name, payment_method_ids, senders, last_at, revoked_at, usual } = phone
  const revoke = async () => {
    const about = t('The key of phone “{{name}}” ends for good. Its messages are no longer taken.', { name })
    if (await confirm({ about, yes: t('Revoke'), isDestructive: true })) await command.run({ id })
  }
  const names = methods.filter((method) => payment_method_ids.includes(method.id)).map((method) => method.name)
  return (
    <li>
      <b>{name}</b>
      <span>{[...names, ...senders].join(', ')}</span>
      <span>
        {last_at ? t('Last message: {{time}}', { time: dayAndTimeInWords(last_at) }) : t('No message yet')}
        {usual !== null && ` · ${t('silent: usually {{count}} messages in this time', { count: usual })}`}
        {revoked_at && ` · ${t('revoked {{time}}', { time: dayAndTimeInWords(revoked_at) })}`}
      </span>
      <span className={classes.buttons}>
        <Link to="/payments" search={{ phone_id: String(id) } as never}>
          {t('Messages of {{name}}', { name })}
        </Link>
        {!revoked_at && (
          <>
            <Button size="xs" variant="default" aria-expanded={isTesting} onClick={() => setTesting(!isTesting)}>
              {t('Send me a test message')}
            </Button>
            <Button size="xs" variant="default" c="red" aria-label={t('Revoke {{name}}', { name })} onClick={() => void revoke()}>
              {t('Revoke')}
            </Button>
          </>
        )}
      </span>
      {isTesting && !revoked_at && <TestMessage id={id} last_at={last_at} />}
    </li>
  )
}
