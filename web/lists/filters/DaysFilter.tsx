import { Button, Input, Popover, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { Select } from '../../ui/Select.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { DayInputs } from './DayInputs.tsx'
import { type DaysSearch, type Moments, today } from './days.ts'

interface DaysFilterProps {
  readonly search: DaysSearch
  readonly moments: Moments
  readonly change: (patch: DaysSearch) => void
}

/** Filters a list by a date range, and by which timestamp it applies to. */
export function DaysFilter({ search, moments, change }: DaysFilterProps) {
  const t = useT()
  const id = useId()
  const first = moments[0]?.[0]
  return (
    <Popover position="bottom-start" shadow="md" width={240} trapFocus returnFocus withinPortal onDismiss={leaveBox}>
      <Popover.Target>
        <Button variant="default" mt="auto" leftSection={<IconCalendar size={16} aria-hidden />}>
          {t('Date')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Date')}>
        <Stack gap="xs">
          {moments.length > 1 && (
            <Input.Wrapper label={t('Filter by')} id={id} size="xs">
              <Select
                id={id}
                value={search.day_of ?? first ?? ''}
                choices={moments.map(([name, label]) => [name, t(label)])}
                onChange={(value) => change({ day_of: value === first ? undefined : value })}
              />
            </Input.Wrapper>
          )}
          <DayInputs labels={['First day', 'Last day']} search={search} change={change} />
          <Button size="xs" variant="default" onClick={() => change(onDay(today()))}>
            {t('Today')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const onDay = (day: string): DaysSearch => ({ from: day, to: day })

/** A click outside removes the input before the browser fires its blur, and the last typed date would be lost. */
const leaveBox = () => (document.activeElement as HTMLElement | null)?.blur()
