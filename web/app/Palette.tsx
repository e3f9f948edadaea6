import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../kit/i18n.ts'
import { Keys } from '../kit/Keys.tsx'
import classes from './Palette.module.css'
import { type Command, type CommandGroup, useCommands } from './use-commands.ts'

const [store, palette] = createSpotlight()
const LIST = 'palette-list'
const optionId = (at: number) => `palette-${at}`

/** Search and commands by keyboard: screens, orders, actions. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const [query, setQuery] = useState('')
  const groups = useCommands(query)
  const { selected } = useSpotlight(store)
  useEffect(() => (opened ? palette.open() : palette.close()), [opened])
  const isFound = groups.length > 0
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      maxHeight={480}
      scrollable
      attributes={{ content: { 'aria-label': t('Search and commands') } }}
    >
      <Spotlight.Search
        role="combobox"
        aria-label={t('Search and commands')}
        aria-expanded={isFound}
        aria-controls={LIST}
        aria-autocomplete="list"
        {...(isFound && selected >= 0 && { 'aria-activedescendant': optionId(selected) })}
        placeholder={t('A screen, an order or player id, an action')}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList id={LIST} role="listbox" aria-label={t('Found')}>
        {withPlaces(groups).map(({ heading, commands }) => (
          <Spotlight.ActionsGroup key={heading} label={heading} role="group" aria-label={heading}>
            {commands.map(([command, at]) => (
              <Option key={command.id} command={command} id={optionId(at)} isSelected={at === selected} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <span role="status">{!isFound && <Spotlight.Empty>{t('No Result Found')}</Spotlight.Empty>}</span>
    </Spotlight.Root>
  )
}

function Option({ command, id, isSelected }: { command: Command; id: string; isSelected: boolean }) {
  return (
    <Spotlight.Action
      role="option"
      aria-selected={isSelected}
      className={classes.option}
      onClick={command.run}
      // The part takes an id for itself; the option is pointed at by this one.
      ref={(option: HTMLButtonElement | null) => option?.setAttribute('id', id)}
    >
      <command.icon size={20} stroke={1.7} aria-hidden />
      <span className={classes.text}>{command.text}</span>
      {command.code && <Keys code={command.code} />}
    </Spotlight.Action>
  )
}

/** Each command with its place among all, by which it is selected. */
function withPlaces(groups: CommandGroup[]) {
  let at = -1
  return groups.map(({ heading, commands }) => ({
    heading,
    commands: commands.map((command) => {
      at += 1
      return [command, at] as const
    }),
  }))
}
