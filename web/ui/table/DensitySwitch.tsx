import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useT } from '../text/i18n.ts'
import type { TableView } from './use-table-view.ts'

export function DensitySwitch({ view }: { view: TableView }) {
  const t = useT()
  const isCompact = view.density === 'compact'
  const Icon = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall
  const name = t('Compact rows')
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={name}
      title={name}
      aria-pressed={isCompact}
      onClick={() => view.setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
