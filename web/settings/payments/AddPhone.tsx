import { Checkbox, Stack, TextInput } from '@mantine/core'
import { payments } from '#contract/payments.ts'
import { faultsOf } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { DecisionForm } from '../../desk/DecisionForm.tsx'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import { type KeyFormProps, NewKey } from '../NewKey.tsx'
import classes from '../settings.module.css'

export interface Method {
  readonly id: number
  readonly name: string
}

export const AddPhone = ({ methods }: { methods: readonly Method[] }) => (
  <NewKey
    label="Add phone"
    title="Key of the phone"
    about="Copy it into the forwarder app now: it is shown only once."
    usage={(key) => `POST ${location.origin}/api/store/payments\nAuthorization: ${key}\nContent-Type: application/json`}
    form={(props) => <PhoneForm methods={methods} {...props} />}
  />
)

interface Typed {
  readonly name: string
  readonly senders: string
  readonly payment_method_id: readonly number[]
}
const EMPTY: Typed = { name: '', senders: '', payment_method_id: [] }

function PhoneForm({ methods, onClose, onAdded }: KeyFormProps & { methods: readonly Method[] }) {
  const t = useT()
  const command = useCommand(payments.addPhone, { pending: 'Adding phone...', stale: [payments.phones] })
  const [typed, setTyped, restoredInput] = useRestoredState('payment phone', EMPTY, command)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const change = (patch: Partial<Typed>) => {
    setFound({})
    setTyped((before) => ({ ...before, ...patch }))
  }
  const submit = async () => {
    const senders = typed.senders
      .split(',')
      .map((sender) => sender.trim())
      .filter((sender) => sender !== '')
    const checked = payments.addPhone.input.safeParse({ ...typed, senders })
    setFound(faultsOf(checked.error))
    const added = checked.success && (await command.run(checked.data))
    if (added) onAdded(added.key)
    else focusFault()
  }
  const toggle = (id: number, isOn: boolean) =>
    change({ payment_method_id: isOn ? [...typed.payment_method_id, id] : typed.payment_method_id.filter((one) => one !== id) })
  return (
    <DecisionForm ref={element} isOpen isRunning={command.isRunning} onClose={onClose} onSubmit={submit}>
      <RestoredNotice restoredInput={restoredInput} />
      <TextInput
        label={t('Name')}
        name="name"
        required
        data-autofocus
        autoComplete="off"
        value={typed.name}
        error={faults.name && tMessage(faults.name)}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('Payment methods whose messages it receives')}
        withAsterisk
        value={typed.payment_method_id.map(String)}
        error={faults.payment_method_id && tMessage(faults.payment_method_id)}
      >
        <Stack gap="xs" mt="xs" className={classes.methods}>
          {methods.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="payment_method_id"
              label={name}
              value={String(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={t('Senders')}
        description={t('Only if not bKash, NAGAD, 16216 or upay; separated by commas')}
        name="senders"
        autoComplete="off"
        value={typed.senders}
        error={faults.senders && tMessage(faults.senders)}
        onChange={(event) => change({ senders: event.currentTarget.value })}
      />
    </DecisionForm>
  )
}
