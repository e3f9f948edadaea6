import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatTk } from '#contract/money.ts'
import type { PaymentDay } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import links from '../lists/cells/links.module.css'
import { DateBox } from '../ui/DateBox.tsx'
import { LastRead, SideDrawer } from '../ui/dialogs/SideDrawer.tsx'
import { Section } from '../ui/Section.tsx'
import { Summary } from '../ui/Summary.tsx'
import { formatDay, isDay } from '../ui/text/day.ts'
import { useT } from '../ui/text/i18n.ts'
import { STATES } from './words.ts'

interface DayCloseProps {
  readonly day: string | undefined
  readonly onChoose: (day: string | undefined) => void
}

/** What the messages of a day say was paid, per payment method, beside what was credited. */
export function DayClose({ day, onChoose }: DayCloseProps) {
  const t = useT()
  return (
    <SideDrawer
      opened={day !== undefined}
      onClose={() => onChoose(undefined)}
      size="32rem"
      title={t('Day close: {{day}}', { day: day ? formatDay(day) : '' })}
    >
      {day !== undefined && (
        <Stack gap="md">
          <DateBox id="close-day" label={t('Day')} value={day} w={180} onChange={(next) => isDay(next) && onChoose(next)} />
          <Methods key={day} day={day} />
        </Stack>
      )}
    </SideDrawer>
  )
}

function Methods({ day }: { day: string }) {
  const t = useT()
  const query = useData(payments.day, { day }, { refetchInterval: useLivePoll(60_000) })
  return (
    <LastRead query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t('No payment method has its wallet set.')}</p>
        ) : (
          data.map((method) => <Method key={method.payment_method.id} method={method} day={day} />)
        )
      }
    </LastRead>
  )
}

function Method({ method, day }: { method: PaymentDay; day: string }) {
  const { payment_method, received, credited, states, without_payment } = method
  const words = ({ count, amount }: PaymentDay['received']) => `${formatTk(amount)} (${formatNumber(count)})`
  const search = { payment_method_id: String(payment_method.id), from: day, to: day }
  return (
    <Section title={payment_method.name}>
      <Summary
        facts={[
          ['Received', <b key="received">{words(received)}</b>],
          ['Credited', <b key="credited">{words(credited)}</b>],
          ...states.map(
            ({ state, ...sum }) =>
              [
                STATES[state],
                <Link key={state} className={links.record} to="/payments" search={{ ...search, state } as never}>
                  {words(sum)}
                </Link>,
              ] as const,
          ),
          ...(without_payment.count > 0 ? [['Credited without a message', words(without_payment)] as const] : []),
        ]}
      />
    </Section>
  )
}
