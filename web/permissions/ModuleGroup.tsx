import { Checkbox } from '@mantine/core'
import type { AuthModule } from '#contract/permissions.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './permissions.module.css'
import { StateBadge } from './StateBadge.tsx'
import { TriState } from './TriState.tsx'
import type { Choice } from './use-choice.ts'

interface ModuleGroupProps {
  readonly url: string
  /** All modules of the screen, which its checkbox covers. */
  readonly modules: readonly AuthModule[]
  readonly shown: readonly AuthModule[]
  readonly choice: Choice
}

/** The modules of one screen; inactive ones are shown, but cannot be granted. */
export function ModuleGroup({ url, modules, shown, choice }: ModuleGroupProps) {
  const t = useT()
  const active = modules.filter(({ status }) => status === 1).map(({ id }) => id)
  return (
    <section className={classes.group} aria-label={url}>
      <TriState label={url} ids={active} choice={choice} />
      <ul>
        {shown.map(({ id, name, description, auth_url, status }) => (
          <li key={id}>
            <Checkbox
              label={t(name)}
              description={`${t(description)} · ${auth_url}`}
              checked={status === 1 && choice.has(id)}
              disabled={status !== 1}
              onChange={(event) => choice.set([id], event.currentTarget.checked)}
            />
            <StateBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
