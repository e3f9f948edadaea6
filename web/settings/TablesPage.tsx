import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Empty } from '../ui/Empty.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { forgetTable, rememberedTables } from './remembered-tables.ts'
import { TABLE_NAMES } from './table-names.ts'
import classes from './tables.module.css'

/** /tables: tables with a changed view, each with a reset. */
export function TablesPage() {
  const t = useT()
  const [tables, setTables] = useState(() => changedTables())
  const forget = (names: readonly string[]) => {
    for (const name of names) forgetTable(name)
    setTables(changedTables())
  }
  const forgetAll = async () => {
    const about = t('Every table shows all its columns again.')
    if (await confirm({ about, yes: t('Reset all') })) forget(tables.map(({ table }) => table))
  }
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle title="Table columns" subtitle="Tables you have changed in this browser">
        {tables.length > 0 && (
          <Button variant="default" onClick={() => void forgetAll()}>
            {t('Reset all')}
          </Button>
        )}
      </PageTitle>
      <div tabIndex={-1} className={classes.tables}>
        {tables.length === 0 ? (
          <Empty first={t('Hide a column, or change the rows, with the ... above a list.')} />
        ) : (
          <ul>
            {tables.map(({ table, hidden, density }) => (
              <li key={table}>
                <span>
                  <b>{nameOf(table, t)}</b>
                  <small>
                    {[
                      hidden > 0 && t(hidden === 1 ? '{{count}} column hidden' : '{{count}} columns hidden', { count: hidden }),
                      density && t(density === 'compact' ? 'Compact rows' : 'Comfortable rows'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <Button variant="default" aria-label={`${t('Reset')}: ${nameOf(table, t)}`} onClick={() => forget([table])}>
                  {t('Reset')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Stack>
  )
}

const nameOf = (table: string, t: ReturnType<typeof useT>) => t(TABLE_NAMES[table] ?? table)

const changedTables = () =>
  rememberedTables()
    .map(({ table, columns, density }) => ({ table, density, hidden: Object.values(columns).filter((shown) => !shown).length }))
    .filter(({ hidden, density }) => hidden > 0 || density !== undefined)
