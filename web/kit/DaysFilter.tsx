import { Button, Input, Popover, Stack } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Day } from '#contract/list.ts'
import { type DaysSearch, type Moments, today } from './days.ts'
import { useT } from './i18n.ts'

interface DaysFilterProps {
  readonly search: DaysSearch
  readonly moments: Moments
  readonly change: (patch: DaysSearch) => void
}

/** Of which days of the shop a list shows rows, and by which of their moments. */
export function DaysFilter({ search, moments, change }: DaysFilterProps) {
  const t = useT()
  const now = today()
  const first = moments[0]?.[0]
  return (
    <Popover position="bottom-start" shadow="md" width={240} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" mt="auto" leftSection={<IconCalendar size={16} aria-hidden />}>
          {t('Days')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Days')}>
        <Stack gap="xs">
          {moments.length > 1 && (
            <Field label="Day on which they">
              {(id) => (
                <Input
                  id={id}
                  component="select"
                  pointer
                  rightSection={<IconChevronDown size={14} aria-hidden />}
                  value={search.day_of ?? first}
                  onChange={({ currentTarget: { value } }) => change({ day_of: value === first ? undefined : value })}
                >
                  {moments.map(([name, label]) => (
                    <option key={name} value={name}>
                      {t(label)}
                    </option>
                  ))}
                </Input>
              )}
            </Field>
          )}
          <Field label="First day">
            {(id) => (
              <Input
                id={id}
                type="date"
                value={search.from ?? ''}
                max={search.to}
                onChange={(event) => change({ from: dayOf(event.currentTarget.value) })}
              />
            )}
          </Field>
          <Field label="Last day">
            {(id) => (
              <Input
                id={id}
                type="date"
                value={search.to ?? ''}
                min={search.from}
                onChange={(event) => change({ to: dayOf(event.currentTarget.value) })}
              />
            )}
          </Field>
          <Button size="xs" variant="default" onClick={() => change({ from: now, to: now })}>
            {t('Today')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const dayOf = (text: string) => Day.safeParse(text).data

/** A small label and its control, which gets an id. */
function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const t = useT()
  const id = useId()
  return (
    <Input.Wrapper label={t(label)} id={id} size="xs">
      {children(id)}
    </Input.Wrapper>
  )
}
