import { Checkbox, Stack, TextInput } from '@mantine/core'
import {
  STAFF_EVENTS,
  STAFF_WAYS,
  type StaffEvent,
  type StaffReceiver,
  type StaffWay,
  staffNotices,
} from '#contract/staff-notices.ts'
import { faultsOf } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { DecisionForm } from '../../desk/DecisionForm.tsx'
import { NumberBox } from '../../forms/fields/NumberBox.tsx'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { Select } from '../../ui/Select.tsx'
import { languages, tMessage, useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'
import { WAYS } from './ways.ts'

interface ReceiverFormProps {
  readonly present: StaffReceiver | undefined
  readonly onClose: () => void
}

interface Typed {
  readonly name: string
  readonly way: StaffWay
  readonly destination: string
  readonly events: readonly StaffEvent[]
  readonly order_minutes: string
  readonly wallet_add_amount: string
  readonly language: string
  readonly quiet_from: string
  readonly quiet_to: string
}

const startOf = (present: StaffReceiver | undefined): Typed => ({
  name: present?.name ?? '',
  way: present?.way ?? 'telegram',
  destination: present?.destination ?? '',
  events: present?.events ?? EVENTS,
  order_minutes: String(present?.order_minutes ?? 30),
  wallet_add_amount: String(present?.wallet_add_amount ?? 10_000),
  language: present?.language ?? 'en',
  quiet_from: present?.quiet_from ?? '',
  quiet_to: present?.quiet_to ?? '',
})

const EVENTS = Object.keys(STAFF_EVENTS) as StaffEvent[]
const LIMITS = {
  order_minutes: { label: 'Orders waiting longer than', unit: 'minutes' },
  wallet_add_amount: { label: 'Wallet adds from', unit: 'tk' },
} as const

/** Adds a receiver, or changes one. */
export function ReceiverForm({ present, onClose }: ReceiverFormProps) {
  const t = useT()
  const options = { stale: [staffNotices.list] }
  const create = useCommand(staffNotices.create, { pending: 'Adding receiver...', ...options })
  const update = useCommand(staffNotices.update, { pending: 'Updating receiver...', ...options })
  const command = present ? update : create
  const [typed, setTyped, restoredInput] = useRestoredState<Typed>(
    `staff receiver ${present?.id ?? ''}`,
    startOf(present),
    command,
  )
  const { faults, setFound, element, focusFault } = useFaults(command)
  const change = (patch: Partial<Typed>) => {
    setFound({})
    setTyped((before) => ({ ...before, ...patch }))
  }
  const submit = async () => {
    const checked = staffNotices.create.input.safeParse(typed)
    setFound(faultsOf(checked.error))
    const isSaved =
      checked.success &&
      (await (present ? update.run({ id: present.id, ...checked.data }) : create.run(checked.data))) !== undefined
    if (isSaved) onClose()
    else focusFault()
  }
  const textBox = (field: 'name' | 'destination' | 'quiet_from' | 'quiet_to', label: string, more: object = {}) => (
    <TextInput
      label={t(label)}
      name={field}
      autoComplete="off"
      value={typed[field]}
      error={faults[field] && tMessage(faults[field])}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <DecisionForm ref={element} isOpen isRunning={command.isRunning} onClose={onClose} onSubmit={submit}>
      <RestoredNotice restoredInput={restoredInput} />
      {textBox('name', 'Name', { required: true, 'data-autofocus': true })}
      <Select
        label={t('Told by')}
        name="way"
        value={typed.way}
        choices={STAFF_WAYS.map((way) => [way, t(WAYS[way].label)])}
        onChange={(way) => change({ way: way as StaffWay, destination: '' })}
      />
      {textBox('destination', WAYS[typed.way].address, { required: true, description: WAYS[typed.way].example })}
      <Checkbox.Group
        label={t('Tell')}
        withAsterisk
        value={[...typed.events]}
        error={faults.events && tMessage(faults.events)}
        onChange={(events) => change({ events: events as StaffEvent[] })}
      >
        <Stack gap="xs" mt="xs" className={classes.methods}>
          {EVENTS.map((event) => (
            <Checkbox key={event} name="events" label={t(STAFF_EVENTS[event].label)} value={event} />
          ))}
        </Stack>
      </Checkbox.Group>
      <div className={classes.fields}>
        {(['order_minutes', 'wallet_add_amount'] as const).map((field) => (
          <NumberBox
            key={field}
            label={t(LIMITS[field].label)}
            name={field}
            w={190}
            rightSection={t(LIMITS[field].unit)}
            rightSectionWidth={70}
            value={typed[field]}
            error={faults[field] && tMessage(faults[field])}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
      </div>
      <div className={classes.fields}>
        {textBox('quiet_from', 'Quiet from', { placeholder: '22:00', w: 120 })}
        {textBox('quiet_to', 'Quiet until', { placeholder: '08:00', w: 120 })}
        <Select
          label={t('Language')}
          name="language"
          w={140}
          value={typed.language}
          choices={Object.entries(languages).map(([value, name]) => [value, String(name)])}
          onChange={(language) => change({ language })}
        />
      </div>
    </DecisionForm>
  )
}
