import { Button, Group, Stack } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { Day, Id } from '#contract/list.ts'
import { lookups } from '#contract/lookups.ts'
import { PAYMENT_STATES } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { declareList } from '../lists/declare-list.ts'
import { today } from '../lists/filters/days.ts'
import { FilterMenu } from '../lists/filters/FilterMenu.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Select } from '../ui/Select.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { CompareStatement } from './CompareStatement.tsx'
import { paymentColumns } from './columns.tsx'
import { DayClose } from './DayClose.tsx'
import { PasteMessages } from './PasteMessages.tsx'
import { PaymentDrawer } from './PaymentDrawer.tsx'
import { STATES } from './words.ts'

const PAYMENTS = declareList(payments.list, {
  table: 'payments',
  title: 'Payments',
  rows: (reply) => reply.payments,
  news: ['{{count}} new message', '{{count}} new messages'],
  search: { placeholder: 'TrxID, payer, ID or a message', hasClear: true },
  filters: {
    state: { label: 'State', useChoices: () => stateChoices(), place: 'elsewhere' },
    payment_method_id: { label: 'Payment method', useChoices: useMethodNames },
    phone_id: { label: 'Phone ID', place: 'elsewhere' },
  },
  days: { created_at: 'Received' },
  also: { payment: Id, close: Day },
})

const stateChoices = () => PAYMENT_STATES.map((state) => [state, t(STATES[state])] as const)

function useMethodNames() {
  return (useData(lookups.paymentMethods, {}).data?.data ?? []).map(({ id, name }) => [id, name] as const)
}

/** /payments: what the wallets' messages say was paid, with the wallet adds that it is for. */
export function PaymentsPage() {
  const t = useT()
  const mayMatch = useCan()('wallet_adds_approve')
  const shown = useListScreen(PAYMENTS)
  const { search, change } = shown
  const open = useCallback(
    (id: number | undefined) => change({ payment: id, page: search.page }, { keepsScroll: true, replace: id === undefined }),
    [change, search.page],
  )
  const columns = useMemo(() => paymentColumns(mayMatch, open), [mayMatch, open])
  return (
    <Stack gap={8}>
      <PageTitle title={PAYMENTS.title}>
        <Group gap="xs">
          <Button variant="default" onClick={() => change({ close: today(), page: search.page })}>
            {t('Day close')}
          </Button>
          <CompareStatement mayAdd={mayMatch} />
          {mayMatch && <PasteMessages />}
        </Group>
      </PageTitle>
      <ListScreen
        shown={shown}
        columns={columns}
        filters={
          <>
            <StateSelect {...shown} />
            <FilterMenu {...shown} />
          </>
        }
      />
      <DayClose
        day={search.close}
        onChoose={(close) => change({ close, page: search.page }, { keepsScroll: true, replace: true })}
      />
      <PaymentDrawer id={search.payment} mayMatch={mayMatch} onClose={() => open(undefined)} />
    </Stack>
  )
}

function StateSelect({ search, change }: ListSearch) {
  const t = useT()
  return (
    <Select
      w={150}
      aria-label={t('State')}
      value={search.state ?? ''}
      choices={[['', t('All states')], ...stateChoices()]}
      onChange={(chosen) => change({ state: chosen || undefined })}
    />
  )
}
