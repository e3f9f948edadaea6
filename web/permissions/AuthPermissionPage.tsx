import { Button, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { type AdminRow, admins } from '#contract/admins.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { type AuthModule, OWNER_PRESET, PRESETS, permissions } from '#contract/permissions.ts'
import { type ApiError, call } from '../calls/api.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useGuard } from '../forms/use-record-form.ts'
import { LocalSearchBox } from '../lists/filters/LocalSearchBox.tsx'
import { searchText } from '../lists/local-rows.ts'
import { Empty, LoadError, Loading } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { CopyFrom } from './CopyFrom.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusSearch } from './focus-search.ts'
import { ModuleGroup } from './ModuleGroup.tsx'
import { PermissionFrame, SaveBar } from './PermissionFrame.tsx'
import classes from './permissions.module.css'
import { useChoice } from './use-choice.ts'

export const AuthPermissionPage = () => (
  <PermissionFrame title="Manage Auth Permission">{(admin) => <Loaded key={admin.id} admin={admin} />}</PermissionFrame>
)

function Loaded({ admin }: { admin: AdminRow }) {
  const modules = useData(permissions.modules, { limit: MAX_PAGE_SIZE, sort: 'id' })
  const granted = useData(permissions.auths, { admin_id: admin.id })
  if (modules.data && granted.data) return <Checklist admin={admin} modules={modules.data.data} granted={granted.data} />
  const error = modules.error ?? granted.error
  if (!error) return <Loading rows={8} height={48} />
  return (
    <LoadError
      error={error}
      onRetry={() => {
        void modules.refetch()
        void granted.refetch()
      }}
    />
  )
}

interface ChecklistProps {
  readonly admin: AdminRow
  readonly modules: readonly AuthModule[]
  /** The server's current state: refetched after a refusal, with the unsaved changes on top. */
  readonly granted: readonly number[]
}

function Checklist({ admin, modules, granted }: ChecklistProps) {
  const t = useT()
  const [query, setQuery] = useState<string>()
  const [failed, setFailed] = useState<ApiError | null>(null)
  const save = useCommand(permissions.setAuths, {
    pending: 'Updating permission...',
    stale: [permissions.auths, admins.list],
    onFailed: setFailed,
  })
  const choice = useChoice(`modules of ${admin.id}`, granted, save)
  const [sent, setSent] = useState<number>()
  useGuard(() => save.isRunning || choice.changes > 0, save.isRunning && sent === choice.revision)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    setSent(choice.revision)
    // The grants are refetched; ticks made meanwhile stay on top.
    await save.run({ admin_id: admin.id, auth_ids: [...choice.chosen], expected_auth_ids: [...granted] })
  }
  const active = modules.filter(({ status }) => status === 1)
  const begin = (preset: string) => {
    const keys: readonly string[] | undefined = preset === OWNER_PRESET ? undefined : PRESETS[preset as keyof typeof PRESETS]
    choice.replace(active.filter(({ key }) => !keys || keys.includes(key)).map(({ id }) => id))
  }
  const clear = () => {
    setQuery(undefined)
    focusSearch()
  }
  const found = groupsOf(modules)
    .map(([url, group]) => ({ url, group, shown: group.filter((module) => matches(module, query, t)) }))
    .filter(({ shown }) => shown.length > 0)
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={submitByKey}>
      <Stack gap="xs">
        <div className={classes.tools}>
          <LocalSearchBox value={query} onSearch={setQuery} />
          <CopyFrom except={admin.id} choices={[choice]} read={grantsOf} />
        </div>
        <Presets onUse={begin} />
        <RestoredNotice restoredInput={choice.restoredInput} />
        {found.length === 0 && <Empty filtered onClear={clear} />}
        {found.map(({ url, group, shown }) => (
          <ModuleGroup key={url} url={url} modules={group} shown={shown} choice={choice} />
        ))}
        <SaveBar changes={choice.changes} isRunning={save.isRunning} onReset={choice.reset} />
      </Stack>
      <ErrorAlert error={failed} onClose={() => setFailed(null)} />
    </form>
  )
}

/** What an admin of a kind needs. One click ticks it; nothing is saved yet. */
function Presets({ onUse }: { onUse: (preset: string) => void }) {
  const t = useT()
  return (
    <fieldset className={classes.presets}>
      <legend>{t('Preset')}</legend>
      {[...Object.keys(PRESETS), OWNER_PRESET].map((name) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          aria-label={t('Use the permissions of {{name}}', { name: t(name) })}
          onClick={() => onUse(name)}
        >
          {t(name)}
        </Button>
      ))}
    </fieldset>
  )
}

const grantsOf = async (admin_id: number) => [(await call(permissions.auths, { admin_id })).data]

/** Groups modules by screen, in the order of the screens. */
function groupsOf(modules: readonly AuthModule[]): [string, AuthModule[]][] {
  const groups = new Map<string, AuthModule[]>()
  for (const module of modules) groups.set(module.auth_url, [...(groups.get(module.auth_url) ?? []), module])
  return [...groups]
}

const matches = ({ name, slug, description, auth_url }: AuthModule, query: string | undefined, t: (text: string) => string) =>
  !query || searchText(`${name} ${t(name)} ${slug} ${description} ${t(description)} ${auth_url}`).includes(searchText(query))
