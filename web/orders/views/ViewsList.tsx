import { ActionIcon, Button, Checkbox, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { desk, type SavedView } from '#contract/desk.ts'
import { MAX_NAME } from '#contract/limits.ts'
import { fieldErrors } from '../../calls/errors.ts'
import { useMay } from '../../calls/session.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useData } from '../../calls/use-data.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { type ListSearch, withoutDefaults } from '../../lists/use-list.ts'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import type { DESKS, OrderSearch } from '../desks.tsx'
import classes from './views.module.css'

interface ViewsListProps extends ListSearch<OrderSearch> {
  readonly declared: Pick<typeof DESKS.admin, 'table' | 'address'>
  readonly onChosen: () => void
}

export function ViewsList({ declared: { table: screen, address }, search: current, change, onChosen }: ViewsListProps) {
  const t = useT()
  const isSuper = useMay('run_the_shop')
  const { data, error, refetch } = useData(desk.views, { screen })
  const remove = useCommand(desk.removeView, { pending: 'Deleting the view...', stale: [desk.views] })
  const ask = async ({ id, name, is_shared }: SavedView) => {
    const deleted = is_shared
      ? t('View “{{name}}” will be deleted for all admins.', { name })
      : t('View “{{name}}” will be deleted.', { name })
    if (await confirm({ about: deleted, yes: t('Delete'), isDestructive: true })) await remove.run({ id })
  }
  const show = ({ search }: SavedView) => {
    const saved = address.parse(Object.fromEntries(new URLSearchParams(search)))
    const emptied = Object.fromEntries(Object.keys(current).map((name) => [name, undefined]))
    change({ ...emptied, ...saved, page: undefined, order: undefined })
    onChosen()
  }
  return (
    <>
      {error && !data && <ReadError query={{ error, refetch }} />}
      {data?.views.length === 0 && <Text size="sm">{t('No saved views yet')}</Text>}
      <ul tabIndex={-1} className={classes.views} aria-label={t('Saved views')}>
        {data?.views.map((view) => (
          <li key={view.id}>
            <button type="button" className={classes.view} onClick={() => show(view)}>
              <b>{view.name}</b>
              {view.is_shared === 1 && <small>{view.is_own ? t('shared') : t('shared by {{name}}', { name: view.owner })}</small>}
            </button>
            {(view.is_own || isSuper) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Delete view {{name}}', { name: view.name })}
                onClick={() => void ask(view)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <SaveView screen={screen} query={queryOf(address, current)} />
    </>
  )
}

function SaveView({ screen, query }: { screen: string; query: string }) {
  const t = useT()
  const [isShared, setShared] = useState(false)
  const save = useCommand(desk.saveView, { pending: 'Saving the view...', stale: [desk.views] })
  const [name, setName] = useRestoredState(`view of ${screen}`, '', save)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    if (await save.run({ screen, name, search: query, is_shared: isShared ? 1 : 0 })) setName((now) => (now === name ? '' : now))
  }
  const problem = save.error && fieldErrors(save.error).name
  return (
    <form className={classes.save} onSubmit={submit} noValidate>
      <TextInput
        label={t('View name')}
        labelProps={{ size: 'xs' }}
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME}
        error={problem}
        errorProps={{ size: 'xs' }}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        size="sm"
        label={t('Share with other admins')}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit" size="xs">
        {t('Save view')}
      </Button>
    </form>
  )
}

function queryOf(address: typeof DESKS.admin.address, search: OrderSearch): string {
  const filters = withoutDefaults(address, { ...search, page: undefined, order: undefined })
  return new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)])).toString()
}
