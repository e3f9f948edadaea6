import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { z } from 'zod'
import { campaigns } from '#contract/campaigns.ts'
import { Chip, Chips } from '../lists/filters/FilterChips.tsx'
import { ListPages, ListRows } from '../lists/ListRows.tsx'
import { type ListSearch, useList } from '../lists/use-list.ts'
import { Empty } from '../ui/Empty.tsx'
import around from '../ui/list.module.css'
import { TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import { stateLabel } from './CountBadges.tsx'
import classes from './campaigns.module.css'
import type { campaignSearch } from './campaigns.ts'
import { campaignColumns } from './columns.tsx'
import { useStop } from './use-decisions.ts'

interface CampaignsProps extends ListSearch<z.output<typeof campaignSearch>> {
  readonly onOpen: (campaign: number) => void
}

export function Campaigns({ search: { page, limit, sort, dir, has }, change, onOpen }: CampaignsProps) {
  const t = useT()
  const order = sort ? (dir ?? 'asc') : undefined
  const list = useList(
    campaigns.list,
    { page, limit, sort, order, state: has },
    { rowsOf: (reply) => reply.campaigns, live: 'campaigns' },
  )
  const clear = () => change({ has: undefined })
  const stop = useStop()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stop` is recreated on each render but behaves the same
  const columns = useMemo(() => campaignColumns(onOpen, (campaign) => void stop(campaign)), [onOpen])
  const { model, view } = useTableModel('sms-campaigns', columns, list.rows, { search: { sort, dir }, change })
  return (
    <Stack gap="md">
      <div className={around.toolbar}>
        <h2 className={classes.heading}>{t('Sent so far')}</h2>
        <TableTools model={model} view={view} onRefresh={list.refresh} />
      </div>
      {has && (
        <Chips onClear={clear}>
          <Chip label="Status" value={stateLabel(has, 'none', t)} onRemove={clear} />
        </Chips>
      )}
      <ListRows
        list={list}
        limit={limit}
        table={{ label: t('Sent so far'), model, density: view.density }}
        none={<Empty filtered={has !== undefined} onClear={clear} />}
      />
      <ListPages list={list} search={{ page, limit }} change={change} />
    </Stack>
  )
}
