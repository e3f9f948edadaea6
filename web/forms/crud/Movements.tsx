import { Stack, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Movement, movementsOf } from '#contract/crud.ts'
import { DEFAULT_PAGE_SIZE, LIST_POLL_MS } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { useData } from '../../calls/use-data.ts'
import { When } from '../../lists/cells/When.tsx'
import { asList, ListRows } from '../../lists/ListRows.tsx'
import { Pager } from '../../lists/Pager.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { column } from '../../ui/table/columns.ts'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { t, useT } from '../../ui/text/i18n.ts'
import { nameOf } from '../../ui/text/name-of.ts'

/** Stock movements of the product named in the URL: the admin or order, and the stock before and after. */
export function Movements({ title, call }: { title: string; call: ReturnType<typeof movementsOf> }) {
  const t = useT()
  const { id } = useParams({ strict: false }) as { id: string }
  const [shown, setShown] = useState({ page: 1, limit: DEFAULT_PAGE_SIZE as number })
  const query = useData(call, { id: Number(id), ...shown }, { keepPrevious: true, refetchInterval: LIST_POLL_MS })
  const { model } = useTableModel('movements', COLUMNS, query.data?.data)
  return (
    <Stack gap="sm" mt="lg" maw="44rem">
      <Title order={2}>{t(title)}</Title>
      <ListRows
        list={asList(query, query.data?.data)}
        limit={3}
        table={{ label: t(title), model, density: 'compact' }}
        none={<Empty />}
      />
      {query.data && query.data.total > Math.min(shown.limit, DEFAULT_PAGE_SIZE) && (
        <Pager
          {...shown}
          total={query.data.total}
          isCapped={query.data.total_capped}
          isStale={query.isPlaceholderData}
          onChange={setShown}
        />
      )}
    </Stack>
  )
}

const COLUMNS = [
  column<Movement>('at', 'When', { card: 'main', widthPx: 140, show: ({ at }) => <When instant={at} /> }),
  column<Movement>('from', 'Before', { widthPx: 90, isNumber: true, show: ({ from }) => formatNumber(from) }),
  column<Movement>('to', 'After', { card: 'fact', widthPx: 90, isNumber: true, show: ({ to }) => formatNumber(to) }),
  column<Movement>('change', 'Change', {
    card: 'side',
    widthPx: 90,
    isNumber: true,
    show: ({ change }) => `${change > 0 ? '+' : ''}${formatNumber(change)}`.replace('-', '−'),
  }),
  column<Movement>('cause', 'By', { card: 'title', widthPx: 210, show: (movement) => <Cause movement={movement} /> }),
]

const ORDER_TEXTS = { order: 'Order {{id}}', cancel: 'Order {{id}} cancelled', correction: 'Order {{id}} corrected' } as const

function Cause({ movement: { cause, order_id, Admin } }: { movement: Movement }) {
  const name = nameOf(Admin)
  if (cause === 'start') return t('Initial value')
  if (cause === 'order' || cause === 'cancel' || cause === 'correction') {
    return [t(ORDER_TEXTS[cause], { id: order_id ?? '' }), name].filter(Boolean).join(', ')
  }
  return name || '---'
}
