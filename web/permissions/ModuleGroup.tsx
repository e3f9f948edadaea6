import { Checkbox } from '@mantine/core'
import { SCREEN_NAMES, type Screen } from '#contract/access.ts'
import type { AuthModule } from '#contract/permissions.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './permissions.module.css'
import { StateBadge, stateLabel } from './StateBadge.tsx'
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
  const screen = t(SCREEN_NAMES[url as Screen] ?? url)
  const active = modules.filter(({ status }) => status === 1).map(({ id }) => id)
  const isMixed = active.length < modules.length
  return (
    <section className={classes.group} aria-label={screen}>
      <TriState label={screen} note={isMixed ? url : <Note url={url} />} ids={active} choice={choice} />
      <ul className={classes.tasks}>
        {shown.map(({ id, name, description, status }) => (
          <li key={id}>
            <Checkbox
              label={t(name)}
              description={t(description)}
              checked={status === 1 && choice.has(id)}
              disabled={status !== 1}
              onChange={(event) => choice.set([id], event.currentTarget.checked)}
            />
            {isMixed && (status === 1 ? <small>{t(stateLabel(status))}</small> : <StateBadge status={status} />)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What all of them are stands once. */
function Note({ url }: { url: string }) {
  const t = useT()
  return (
    <>
      <span>{url}</span> <span>· {t(stateLabel(1))}</span>
    </>
  )
}
