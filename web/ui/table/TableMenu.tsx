import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../text/i18n.ts'
import { type Listed, metaOf, type TableModel } from './columns.ts'
import classes from './menus.module.css'
import type { TableView } from './use-table-view.ts'

interface TableMenuProps {
  readonly model: TableModel<Listed>
  readonly view: TableView
  readonly children?: ReactNode
}

/** What is seldom needed: the export, which columns are shown, and how close the rows are. */
export function TableMenu({ model, view, children }: TableMenuProps) {
  const t = useT()
  const columns = model.getAllLeafColumns().filter((shown) => shown.getCanHide())
  // A column that is away because all rows agree is still chosen.
  const isChosen = (id: string) => view.columns[id] !== false
  const isComplete = columns.every(({ id }) => isChosen(id))
  const isCompact = view.density === 'compact'
  return (
    <Stack gap="xs">
      {children}
      <label className={classes.choice}>
        <input type="checkbox" checked={isCompact} onChange={() => view.setDensity(isCompact ? 'comfortable' : 'compact')} />
        {t('Compact rows')}
      </label>
      <fieldset className={classes.choices}>
        <legend>{t('Shown columns')}</legend>
        {columns.map((shown) => (
          <label key={shown.id} className={classes.choice}>
            <input
              type="checkbox"
              checked={isChosen(shown.id)}
              onChange={() => view.setColumns({ ...view.columns, [shown.id]: !isChosen(shown.id) })}
            />
            {t(metaOf(shown).label)}
          </label>
        ))}
      </fieldset>
      <Button
        size="xs"
        variant="default"
        // Not disabled: that would lose the focus, and with it Escape.
        data-disabled={isComplete}
        aria-disabled={isComplete}
        onClick={() => model.setColumnVisibility({})}
      >
        {t('Show all')}
      </Button>
    </Stack>
  )
}
