import { Button, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { fieldErrors } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import { ONE_ORDER } from '../state.ts'
import classes from './drawer.module.css'

/** Corrects whom an open order is for. */
export function PlayerId({ order: { id, playerid } }: { order: OrderRow }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [text, setText, sending, hasMoved] = useDraft(`player id of order ${id}`, playerid)
  const save = useCommand(desk.correctPlayerId, { pending: 'Updating order...', ...ONE_ORDER })
  const problem = save.error && fieldErrors(save.error).playerid
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    const reply = await sending(save.run({ id, playerid: text, expected_playerid: playerid }))
    if (reply) setOpen(false)
  }
  // What was begun is still there.
  if (!isOpen && text === playerid) {
    return (
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('Correct the player ID')}
      </Button>
    )
  }
  return (
    <form aria-busy={save.isRunning} className={classes.note} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <TextInput
        autoFocus={isOpen}
        label={t('Player ID')}
        autoComplete="off"
        maxLength={100}
        required
        error={problem && tMessage(problem)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {hasMoved && (
        <Text size="sm" role="alert">
          {t('Another admin wrote: “{{note}}”. Saving replaces it.', { note: playerid })}
        </Text>
      )}
      <Button type="submit" size="xs" variant="default">
        {t('Save the player ID')}
      </Button>
    </form>
  )
}
