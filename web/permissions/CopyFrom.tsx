import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { desk } from '#contract/desk.ts'
import { useT } from '../kit/i18n.ts'
import { LoadError } from '../kit/states.tsx'
import { useData } from '../kit/use-data.ts'

interface ChooserProps {
  /** English text. */
  readonly label: string
  /** What the closed box says: an English text. */
  readonly nothing: string
  readonly choices: readonly (readonly [value: string, shown: string])[]
  readonly onChoose: (value: string) => void
}

/** Does something at once with what is chosen, and stands ready for the next. */
export function Chooser({ label, nothing, choices, onChoose }: ChooserProps) {
  const t = useT()
  const id = useId()
  return (
    <Input.Wrapper id={id} label={t(label)} size="xs">
      <Input
        id={id}
        component="select"
        pointer
        rightSection={<IconChevronDown size={16} aria-hidden />}
        value=""
        onChange={(event) => event.currentTarget.value !== '' && onChoose(event.currentTarget.value)}
      >
        <option value="">{t(nothing)}</option>
        {choices.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </Input>
    </Input.Wrapper>
  )
}

/** Chooses a colleague whose grants are to be the checklist's. */
export function CopyFrom({ except, onChoose }: { except: number; onChoose: (adminId: number) => void }) {
  const { data, error, refetch } = useData(desk.admins, {})
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const others = data?.data.filter(({ id }) => id !== except) ?? []
  return (
    <Chooser
      label="Copy from another admin"
      nothing="Choose an admin"
      choices={others.map(({ id, name }) => [String(id), name] as const)}
      onChoose={(id) => onChoose(Number(id))}
    />
  )
}
