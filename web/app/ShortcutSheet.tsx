import { Modal, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { useBack } from '../ui/dialogs/use-back.ts'
import { readShortcuts, type Shortcut, useShortcutsSwitch } from '../ui/keys.ts'
import { useT } from '../ui/text/i18n.ts'
import { Keys } from './Keys.tsx'
import classes from './ShortcutSheet.module.css'
import { GLOBAL_GROUP, GO_TO } from './use-frame-shortcuts.ts'

/** All shortcuts that work where it was opened, and the switch that turns single-key shortcuts off. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const [areOn, setOn] = useShortcutsSwitch()
  useBack(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      returnFocus={false}
      title={<b>{t('Keyboard shortcuts')}</b>}
      closeButtonProps={{ 'aria-label': t('Close') }}
      transitionProps={{ duration: 0 }}
    >
      <Switch
        label={t('Single-key shortcuts')}
        description={t('Ctrl K always works')}
        checked={areOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <div className={classes.groups}>
        {opened &&
          sorted().map(({ name, shortcuts }) => (
            <section key={name}>
              <h3 className={classes.heading}>{t(name)}</h3>
              <dl className={classes.list}>
                {shortcuts.map(({ code, label }) => (
                  <div key={code} className={classes.line}>
                    <dt>{t(label)}</dt>
                    <dd className={classes.press}>
                      <Keys code={code} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Modal>
  )
}

/** One section per name, the screen's own first. Of two shortcuts with the same key, only the one that works. */
function sorted(): { name: string; shortcuts: Shortcut[] }[] {
  const byName = new Map<string, Map<string, Shortcut>>()
  const rank = (name: string) => [GO_TO, GLOBAL_GROUP].indexOf(name)
  for (const { name, shortcuts } of readShortcuts()) {
    const section = byName.get(name) ?? new Map<string, Shortcut>()
    for (const shortcut of shortcuts) if (!section.has(shortcut.code)) section.set(shortcut.code, shortcut)
    if (section.size > 0) byName.set(name, section)
  }
  return [...byName]
    .map(([name, section]) => ({ name, shortcuts: [...section.values()] }))
    .sort((one, other) => rank(one.name) - rank(other.name))
}
