import { Button } from '@mantine/core'
import type { AdminRow } from '#contract/admins.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { type AuthModule, OWNER_PRESET, PRESET_NAMES, PRESETS, permissions } from '#contract/permissions.ts'
import { textKey } from '#contract/text.ts'
import { call } from '../calls/api.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import { GrantsForm, NotLoaded, useSaveGrants } from './GrantsForm.tsx'
import { ModuleGroup } from './ModuleGroup.tsx'
import { PermissionFrame } from './PermissionFrame.tsx'
import classes from './permissions.module.css'
import { useChoice } from './use-choice.ts'

export const AuthPermissionPage = () => (
  <PermissionFrame title="Manage Auth Permission">{(admin) => <Loaded key={admin.id} admin={admin} />}</PermissionFrame>
)

function Loaded({ admin }: { admin: AdminRow }) {
  const modules = useData(permissions.modules, { limit: MAX_PAGE_SIZE, sort: 'id' })
  const granted = useData(permissions.auths, { admin_id: admin.id })
  if (!modules.data || !granted.data) return <NotLoaded queries={[modules, granted]} />
  return <Checklist admin={admin} modules={modules.data.data} granted={granted.data} />
}

interface ChecklistProps {
  readonly admin: AdminRow
  readonly modules: readonly AuthModule[]
  /** The server's current state: refetched after a refusal, with the unsaved changes on top. */
  readonly granted: readonly number[]
}

function Checklist({ admin, modules, granted }: ChecklistProps) {
  const t = useT()
  const save = useSaveGrants(permissions.setAuths, permissions.auths)
  const choice = useChoice(`modules of ${admin.id}`, granted, save)
  const active = modules.filter(({ status }) => status === 1)
  const begin = (preset: string) => {
    const keys: readonly string[] | undefined = preset === OWNER_PRESET ? undefined : PRESETS[preset as keyof typeof PRESETS]
    choice.replace(active.filter(({ key }) => !keys || keys.includes(key)).map(({ id }) => id))
  }
  const groups = [...Map.groupBy(modules, ({ auth_url }) => auth_url)]
  return (
    <GrantsForm
      adminId={admin.id}
      choices={[choice]}
      save={save}
      onSave={() => save.run({ admin_id: admin.id, auth_ids: [...choice.chosen], expected_auth_ids: [...granted] })}
      grantsOf={grantsOf}
    >
      {(query, none) => {
        const found = groups
          .map(([url, group]) => ({ url, group, shown: group.filter((module) => matches(module, query, t)) }))
          .filter(({ shown }) => shown.length > 0)
        return (
          <>
            <Presets onUse={begin} />
            {found.length === 0 && none}
            {found.map(({ url, group, shown }) => (
              <ModuleGroup key={url} url={url} modules={group} shown={shown} choice={choice} />
            ))}
          </>
        )
      }}
    </GrantsForm>
  )
}

/** What an admin of a kind needs. One click ticks it; nothing is saved yet. */
function Presets({ onUse }: { onUse: (preset: string) => void }) {
  const t = useT()
  return (
    <fieldset className={classes.presets}>
      <legend>{t('Preset')}</legend>
      {[...PRESET_NAMES, OWNER_PRESET].map((name) => (
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

const matches = ({ name, slug, description, auth_url }: AuthModule, query: string | undefined, t: (text: string) => string) =>
  !query || textKey(`${name} ${t(name)} ${slug} ${description} ${t(description)} ${auth_url}`).includes(textKey(query).trim())
