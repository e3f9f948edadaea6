import { ActionIcon } from '@mantine/core'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import around from '../list.module.css'
import { MenuButton } from '../MenuButton.tsx'
import { useT } from '../text/i18n.ts'
import type { Listed, TableModel } from './columns.ts'
import type { TableView } from './use-table-view.ts'

const TableMenu = lazyComponent(
  () => import('./TableMenu.tsx'),
  (code) => code.TableMenu,
)
export const fetchTableMenu = TableMenu.preload

interface TableToolsProps<R extends Listed> {
  readonly model: TableModel<R>
  readonly view: TableView
  readonly onRefresh: () => void
  /** Shown at the top of the menu '...'. */
  readonly more?: ReactNode
  readonly children?: ReactNode
}

export function TableTools<R extends Listed>({ model, view, onRefresh, more, children }: TableToolsProps<R>) {
  const t = useT()
  return (
    <div className={around.tools}>
      {children}
      <MenuButton name="More" Icon={IconDots} isNarrow>
        {(close) => (
          <TableMenu model={model as unknown as TableModel<Listed>} view={view} onClose={close}>
            {more}
          </TableMenu>
        )}
      </MenuButton>
      <ActionIcon variant="default" size={36} aria-label={t('Refresh')} title={t('Refresh')} onClick={onRefresh}>
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
