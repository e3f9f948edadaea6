import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { MAX_TEXT, TAG_MAX, TAGS_MAX } from '#contract/limits.ts'
import { tagsOf, type UserDrawer, users } from '#contract/users.ts'
import { useCan } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useDraft } from '../forms/use-draft.ts'
import { tMessage, useT } from '../ui/text/i18n.ts'
import classes from './customer.module.css'

/** What admins tell each other of a customer, who never sees it. */
export function CustomerNote({ drawer: { user, note } }: { drawer: UserDrawer }) {
  const t = useT()
  const { id, tags } = user
  const mayWrite = useCan()('users_edit')
  const [text, setText, sendingText, hasTextMoved] = useDraft(`note of customer ${id}`, note)
  const [typedTags, setTypedTags, sendingTags, haveTagsMoved] = useDraft(`tags of customer ${id}`, tags.join(', '))
  const save = useCommand(users.writeNote, { pending: 'Saving the note...', stale: [users.drawer, users.timeline, users.list] })
  // On a phone an empty form would stand before the last orders.
  const [isOpen] = useState(() => matchMedia('(min-width: 48em)').matches || text !== '' || typedTags !== '')
  if (!mayWrite) return <p className={classes.note}>{[tags.join(', '), note].filter(Boolean).join('\n') || '---'}</p>
  const input = { id, note: text, tags: tagsOf(typedTags), expected_note: note, expected_tags: tags }
  const problem = users.writeNote.input.shape.tags.safeParse(input.tags).error?.issues[0]?.message
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning || problem) return
    void sendingTags(sendingText(save.run(input)))
  }
  return (
    <details open={isOpen} className={classes.fold}>
      <summary>{t('Note and tags')}</summary>
      <form className={classes.noteForm} onSubmit={submit} onKeyDown={submitByKey} noValidate>
        <Textarea
          label={t('Note')}
          rows={2}
          maxLength={MAX_TEXT}
          placeholder={t('Only admins see it')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          label={t('Tags')}
          placeholder={t('Reseller, late payer')}
          error={problem && tMessage(problem)}
          autoComplete="off"
          maxLength={TAGS_MAX * (TAG_MAX + 2)}
          value={typedTags}
          onChange={(event) => setTypedTags(event.currentTarget.value)}
        />
        {(hasTextMoved || haveTagsMoved) && (
          <Text size="sm" role="alert">
            {t('Another admin wrote: “{{note}}”. Saving replaces it.', { note: [note, ...tags].filter(Boolean).join(', ') })}
          </Text>
        )}
        <Button type="submit" size="xs" variant="default">
          {t('Save note')}
        </Button>
      </form>
    </details>
  )
}
