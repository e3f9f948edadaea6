import { Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { payments } from '#contract/payments.ts'
import { serverNow } from '../../calls/clock.ts'
import { useData } from '../../calls/use-data.ts'
import { ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'

const POLL_MS = 2_000

/** Waits for the phone's next message and shows it. */
export function TestMessage({ id }: { id: number }) {
  const t = useT()
  const query = useData(payments.list, { phone_id: id, limit: 1 }, { refetchInterval: POLL_MS })
  const [since] = useState(serverNow)
  const newest = query.data?.payments[0]
  const isHere = newest !== undefined && Date.parse(newest.created_at) >= since
  if (query.error && !query.data) return <ReadError query={query} />
  return (
    <div role="status" className={classes.test}>
      {isHere ? (
        <>
          <b>{t('It arrived:')}</b>
          <blockquote>{newest.text}</blockquote>
          <Link to="/payments" search={{ payment: String(newest.id) } as never}>
            {t('Payment {{id}}', { id: newest.id })}
          </Link>
        </>
      ) : (
        <>
          <Loader size="xs" aria-hidden /> {t('Pay 1 tk to the wallet of this phone. Its message shows here within seconds.')}
        </>
      )}
    </div>
  )
}
