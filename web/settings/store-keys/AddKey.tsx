import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { storeKeys } from '#contract/store-keys.ts'
import { faultsOf } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { DecisionForm } from '../../desk/DecisionForm.tsx'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import { KeyShown } from '../KeyShown.tsx'

/** Makes a store key, then shows it with a call to try. */
export function AddKey() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState<string>()
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" w="fit-content" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Add store key')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('Add store key')}>
        <KeyForm
          onClose={close}
          onAdded={(added) => {
            close()
            setKey(added)
          }}
        />
      </Dialog>
      <KeyShown
        value={key}
        title="Store key"
        about="Copy it into the settings of the store’s server now: it is shown only once. It never belongs in an app or a page. This call reads the catalogue:"
        usage={(made) => `curl ${location.origin}/api/store/catalog -H 'Authorization: ${made}'`}
        onClose={() => setKey(undefined)}
      />
    </>
  )
}

interface KeyFormProps {
  readonly onClose: () => void
  readonly onAdded: (key: string) => void
}

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
