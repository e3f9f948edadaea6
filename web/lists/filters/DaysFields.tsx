import { Stack } from '@mantine/core'
import { Select } from '../../ui/Select.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { DayInputs } from './DayInputs.tsx'
import type { Days, DaysSearch } from './days.ts'
import { Presets } from './Presets.tsx'

interface DaysFieldsProps {
  readonly search: DaysSearch
  readonly days: Days
  readonly change: (patch: DaysSearch) => void
}

/** A date range by one click or two dates, and which timestamp it applies to. */
export function DaysFields({ search, days, change }: DaysFieldsProps) {
  const t = useT()
  const moments = Object.entries(days)
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
