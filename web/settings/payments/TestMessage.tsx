import { Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { payments } from '#contract/payments.ts'
import { useData } from '../../calls/use-data.ts'
import { ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'

const POLL_MS = 2_000

interface TestMessageProps {
  /** Of the phone. */
  readonly id: number
  /** When its newest message came. */
  readonly last_at: string | null
}

/** Waits for the phone's next message and shows it. */
export function TestMessage({ id, last_at }: TestMessageProps) {
  const t = useT()
  const query = useData(payments.list, { phone_id: id, limit: 1 }, { refetchInterval: POLL_MS })
  const [before] = useState(last_at ?? '')
  const newest = query.data?.payments[0]
  const isHere = newest !== undefined && newest.created_at > before
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
