import { TextInput } from '@mantine/core'
import { storeKeys } from '#contract/store-keys.ts'
import { faultsOf } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { DecisionForm } from '../../desk/DecisionForm.tsx'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import { type KeyFormProps, NewKey } from '../NewKey.tsx'

/** Makes a store key, then shows it with a call to try. */
export const AddKey = () => (
  <NewKey
    label="Add store key"
    title="Store key"
    about="Copy it into the settings of the store’s server now: it is shown only once. It never belongs in an app or a page. This call reads the catalogue:"
    usage={(key) => `curl ${location.origin}/api/store/catalog -H 'Authorization: ${key}'`}
    form={(props) => <KeyForm {...props} />}
  />
)

function KeyForm({ onClose, onAdded }: KeyFormProps) {
  const t = useT()
  const command = useCommand(storeKeys.create, { pending: 'Adding store key...', stale: [storeKeys.list] })
  const [name, setName, restoredInput] = useRestoredState('store key', '', command)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const submit = async () => {
    const checked = storeKeys.create.input.safeParse({ name })
    setFound(faultsOf(checked.error))
    const added = checked.success && (await command.run(checked.data))
    if (added) onAdded(added.key)
    else focusFault()
  }
  return (
    <DecisionForm ref={element} isOpen isRunning={command.isRunning} onClose={onClose} onSubmit={submit}>
      <RestoredNotice restoredInput={restoredInput} />
      <TextInput
        label={t('Name')}
        description={t('What uses it, for example Website')}
        name="name"
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={faults.name && tMessage(faults.name)}
        onChange={(event) => {
          setFound({})
          setName(event.currentTarget.value)
        }}
      />
    </DecisionForm>
  )
}
