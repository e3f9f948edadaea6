import { Button, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useT } from '../text/i18n.ts'
import { type Listed, metaOf, type TableModel } from './columns.ts'
import classes from './menus.module.css'

export function ColumnsMenu<R extends Listed>({ model }: { model: TableModel<R> }) {
  const t = useT()
  const columns = model.getAllLeafColumns().filter((shown) => shown.getCanHide())
  const isComplete = model.getIsAllColumnsVisible()
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <fieldset className={classes.choices}>
          <legend>{t('Shown columns')}</legend>
          {columns.map((shown) => (
            <label key={shown.id} className={classes.choice}>
              <input type="checkbox" checked={shown.getIsVisible()} onChange={shown.getToggleVisibilityHandler()} />
              {t(metaOf(shown).label)}
            </label>
          ))}
        </fieldset>
        <Button
          fullWidth
          size="xs"
          variant="default"
          // Not disabled: that would lose the focus, and with it Escape.
          data-disabled={isComplete}
          aria-disabled={isComplete}
          onClick={() => model.setColumnVisibility({})}
        >
          {t('Show all')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
