import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { LIST_POLL_MS } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import type { Statement as StatementReply } from '#contract/statements.ts'
import { useCan } from '../../calls/session.ts'
import { useData } from '../../calls/use-data.ts'
import { ExportButtons } from '../../lists/ExportButtons.tsx'
import { asList, ListRows } from '../../lists/ListRows.tsx'
import { Pager } from '../../lists/Pager.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { tFinding, useT } from '../../ui/text/i18n.ts'
import { statementColumns } from './columns.tsx'
import type { Source } from './sources.ts'
import classes from './statement.module.css'
import { useStatementPage } from './use-statement-page.ts'

/** An account statement: each line with its amount and the balance after it. */
export function Statement({ source: { read, csv, input } }: { source: Source }) {
  const t = useT()
  const can = useCan()
  const [shown, setShown] = useStatementPage()
  const query = useData(read, { ...input, ...shown } as never, {
    keepPrevious: true,
    refetchInterval: LIST_POLL_MS,
  })
  const statement = query.data as StatementReply | undefined
  const { model } = useTableModel('statement', statementColumns, statement?.lines)
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <div className={classes.balance}>
          <Text size="sm" c="dimmed">
            {statement ? tFinding(statement.account) : t('Balance')}
          </Text>
          <Text size="xl" fw={650}>
            {statement ? formatTk(statement.balance) : '…'}
          </Text>
        </div>
        {csv && can('statements_export') && (
          <Group gap="xs">
            <ExportButtons endpoint={csv} input={input as never} />
          </Group>
        )}
      </Group>
      {statement?.frozen && (
        <Alert color="red" icon={<IconSnowflake aria-hidden />} title={t('This wallet is frozen until this is fixed')}>
          <Text c="bright">{tFinding(statement.frozen)}</Text>
        </Alert>
      )}
      <div className={classes.lines}>
        <ListRows
          list={asList(query, statement?.lines)}
          limit={shown.limit}
          table={{ label: t('Statement'), model, density: 'compact' }}
          none={<Empty />}
        />
      </div>
      {statement && <Pager {...shown} total={statement.total} isStale={query.isPlaceholderData} onChange={setShown} />}
    </Stack>
  )
}
