import { Button, Input, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { desk, type OrderDetails } from '#contract/desk.ts'
import { MAX_TEXT } from '#contract/limits.ts'
import { useCommand } from '../../calls/use-command.ts'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { normalizeText, useDraft } from '../../forms/use-draft.ts'
import { useT } from '../../ui/text/i18n.ts'
import classes from './drawer.module.css'

interface InternalNoteProps {
  readonly id: number
  readonly note: string
  readonly canWrite: boolean
}

/** A note for other admins; the customer never sees it. */
export function InternalNote({ id, note, canWrite }: InternalNoteProps) {
  const t = useT()
  const [text, setText, sending, hasMoved] = useDraft(`internal note of ${id}`, note)
  const save = useCommand(desk.writeInternalNote, { pending: 'Saving the note...', stale: [desk.details] })
  const client = useQueryClient()
  const write = async (internal_note: string) => {
    const reply = await save.run({ id, internal_note, expected_note: note })
    // Updates the cache instead of refetching: another order may be open now, and returning must show this note at once.
    const queryKey = [desk.details.path, { id }]
    const applyNote = (details: OrderDetails | undefined) =>
      details && { ...details, internal_note: normalizeText(internal_note) }
    const isRefetched = client.getQueryCache().find({ queryKey })?.isActive()
    if (reply !== undefined && !isRefetched) client.setQueryData<OrderDetails>(queryKey, applyNote)
    return reply
  }
  if (!canWrite) return <Text size="sm">{note || '---'}</Text>
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    void sending(write(text))
  }
  return (
    <form className={classes.note} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Input
        component="textarea"
        multiline
        rows={2}
        maxLength={MAX_TEXT}
        aria-label={t('Internal note')}
        placeholder={t('Only admins see it')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {hasMoved && (
        <Text size="sm" role="alert">
          {t('Another admin wrote: “{{note}}”. Saving replaces it.', { note })}
        </Text>
      )}
      <Button type="submit" size="xs" variant="default">
        {t('Save note')}
      </Button>
    </form>
  )
}
