import { Stack } from '@mantine/core'
import { Select } from '../../ui/Select.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { DayInputs } from './DayInputs.tsx'
import type { DaysSearch, Moments } from './days.ts'
import { Presets } from './Presets.tsx'

export interface DaysFieldsProps {
  readonly search: DaysSearch
  readonly moments: Moments
  readonly change: (patch: DaysSearch) => void
}

/** A date range by one click or two dates, and which timestamp it applies to. */
export function DaysFields({ search, moments, change }: DaysFieldsProps) {
  const t = useT()
  const first = moments[0]?.[0]
  return (
    <Stack gap="xs">
      {moments.length > 1 && (
        <Select
          label={t('Filter by')}
          labelProps={{ size: 'xs' }}
          value={search.day_of ?? first ?? ''}
          choices={moments.map(([name, label]) => [name, t(label)])}
          onChange={(value) => change({ day_of: value === first ? undefined : value })}
        />
      )}
      <Presets onChoose={change} />
      <DayInputs labels={['First day', 'Last day']} search={search} change={change} />
    </Stack>
  )
}
