import { Stack } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import { asList, ListPages, ListRows } from '../lists/ListRows.tsx'
import { Empty } from '../ui/Empty.tsx'
import around from '../ui/list.module.css'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import type { Shown } from './campaigns.ts'
import { numberColumns } from './columns.tsx'
import type { useDecisions } from './use-decisions.ts'

interface NumbersProps {
  readonly id: number
  readonly shown: Shown
  readonly decisions: ReturnType<typeof useDecisions>
  readonly onShow: (patch: Partial<Shown>) => void
}

/** The campaign's numbers, paginated, or a single one searched by its full number. */
export function Numbers({ id, shown, decisions, onShow }: NumbersProps) {
  const t = useT()
  const seesCustomers = useCan()('users_view')
  const { state, phone, numbers_page: page, numbers_limit: limit } = shown
  const pages = { page, limit }
  const query = useData(
    campaigns.numbers,
    { id, ...pages, order: 'asc', ...(phone === undefined ? { state } : { phone }) },
    { refetchInterval: useLivePoll(), keepPrevious: true },
  )
  useLiveRefetch('campaigns', [campaigns.numbers.path])
  const latest = useRef(decisions)
  latest.current = decisions
  const columns = useMemo(
    () =>
      numberColumns({
        seesCustomers,
        onMarkSent: (number) => void latest.current.markSent(number),
        onSendAgain: (number, state) => void latest.current.sendAgain(state, number),
      }),
    [seesCustomers],
  )
  // A single number is searched in every state: with a state filter it could look as if nothing had been sent to it.
  const isOneNumber = phone !== undefined
  const rows = query.data?.numbers
  const total = isOneNumber ? rows?.length : query.data?.total
  const { model } = useTableModel('sms-numbers', columns, rows)
  const list = asList(query, rows)
  return (
    <Stack gap="sm">
      <div className={around.toolbar}>
        <SearchBox value={phone} placeholder="Full phone number" onSearch={(next) => onShow({ phone: next, state: undefined })} />
      </div>
      <ListRows
        list={list}
        limit={limit}
        table={{ label: t('Numbers'), model, density: 'compact' }}
        none={
          <Empty filtered={isOneNumber || state !== undefined} onClear={() => onShow({ phone: undefined, state: undefined })} />
        }
      />
      <ListPages
        list={{ ...list, total: total ?? 0, isCapped: false, isRead: query.isFetchedAfterMount && !query.isError }}
        search={pages}
        change={(next) => onShow({ numbers_page: next.page ?? 1, numbers_limit: next.limit ?? limit })}
      />
    </Stack>
  )
}
