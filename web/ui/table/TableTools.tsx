import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import around from '../list.module.css'
import { useT } from '../text/i18n.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import type { Listed, TableModel } from './columns.ts'
import { DensitySwitch } from './DensitySwitch.tsx'
import type { TableView } from './use-table-view.ts'

interface TableToolsProps<R extends Listed> {
  readonly model: TableModel<R>
  readonly view: TableView
  readonly onRefresh: () => void
  readonly children?: ReactNode
}

export function TableTools<R extends Listed>({ model, view, onRefresh, children }: TableToolsProps<R>) {
  const t = useT()
  return (
    <div className={around.tools}>
      {children}
      <ColumnsMenu model={model} />
      <DensitySwitch view={view} />
      <ActionIcon variant="default" size={36} aria-label={t('Refresh')} title={t('Refresh')} onClick={onRefresh}>
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
