import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { type AuthModule, permissions } from '#contract/permissions.ts'
import { faultsOf } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useFaults } from '../forms/use-faults.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { Buttons } from '../ui/Buttons.tsx'
import { tMessage, useT } from '../ui/text/i18n.ts'

interface ActivateFormProps {
  readonly module: AuthModule
  readonly onClose: () => void
}

/** Activates a module under these texts. What it opens depends on its key, not on the texts. */
export function ActivateForm({ module, onClose }: ActivateFormProps) {
  const t = useT()
  const command = useCommand(permissions.activate, { pending: 'Activating auth...', stale: [permissions.modules] })
  const begin = { name: module.name, slug: module.slug, description: module.description }
  const [typed, setTyped, restoredInput] = useRestoredState(`activate module ${module.id}`, begin, command)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = permissions.activate.input.safeParse({ id: module.id, ...typed })
    setFound(faultsOf(checked.error))
    if (command.isRunning) return
    if (checked.success && (await command.run(checked.data)) !== undefined) onClose()
    else focusFault()
  }
  const field = (name: keyof typeof typed, label: string) => ({
    name,
    label: t(label),
    required: true,
    autoComplete: 'off',
    value: typed[name],
    error: faults[name] && tMessage(faults[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value })
      setFound({})
    },
  })
  return (
    <form ref={element} aria-busy={command.isRunning} onSubmit={(event) => void submit(event)} onKeyDown={submitByKey} noValidate>
      <Stack>
        <RestoredNotice restoredInput={restoredInput} />
        <Text size="sm">{t('Renaming does not change what it opens: {{url}}', { url: module.auth_url })}</Text>
        <TextInput {...field('name', 'Name')} data-autofocus />
        <TextInput {...field('slug', 'Slug')} />
        <Textarea {...field('description', 'Description')} autosize minRows={2} />
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit">{t('Active', { context: 'action' })}</Button>
        </Buttons>
      </Stack>
    </form>
  )
}
