import { Input, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_SEARCH } from '#contract/limits.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import { useBack } from '../ui/dialogs/use-back.ts'
import { useT } from '../ui/text/i18n.ts'
import type { Command } from './command.ts'
import { Keys } from './Keys.tsx'
import { hideOverlay } from './overlays.ts'
import classes from './Palette.module.css'
import { recordRecent } from './recent.ts'
import { useCommands } from './use-commands.ts'

export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const run = (command: Command) => {
    recordRecent({ id: command.id })
    command.run()
    hideOverlay('palette')
  }
  useBack(opened, onClose)
  return (
    <Modal.Root opened={opened} onClose={onClose} size={600} returnFocus={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search and commands')}>
        <Modal.Body p={0}>
          <CommandList onRun={run} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function CommandList({ onRun }: { onRun: (command: Command) => void }) {
  const t = useT()
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const groups = useCommands(query)
  const commands = groups.flatMap((group) => group.commands)
  const chosen = commands[at]
  const change = (text: string) => {
    setQuery(text)
    setAt(0)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || !(step || event.key === 'Enter')) return
    event.preventDefault()
    if (step) setAt((at + step + commands.length) % commands.length || 0)
    else if (chosen) onRun(chosen)
  }
  // Of a wallet's message its TrxID is looked for.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const trxId = text.includes(' ') ? trxIdOf(text) : undefined
    if (trxId === undefined) return
    event.preventDefault()
    change(trxId)
  }
  return (
    <>
      <Input
        // At once: keys typed right after Ctrl+K must land in the box.
        autoFocus
        role="combobox"
        data-autofocus
        variant="unstyled"
        size="lg"
        className={classes.box}
        aria-label={t('Search and commands')}
        aria-expanded={commands.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}${chosen.id}`}
        autoComplete="off"
        maxLength={MAX_SEARCH}
        placeholder={t('A screen, an order or player id, a customer, an action')}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={query}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
        onPaste={paste}
      />
      <div id={id} role="listbox" aria-label={t('Results')} className={classes.list}>
        {groups.map(({ heading, commands: some }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list are grouped by role
          <div key={heading} role="group" aria-label={heading}>
            <span className={classes.heading} aria-hidden>
              {heading}
            </span>
            {some.map((command) => (
              <Option key={command.id} id={`${id}${command.id}`} command={command} isChosen={command === chosen} onRun={onRun} />
            ))}
          </div>
        ))}
      </div>
      <div role="status" className={classes.none}>
        {commands.length === 0 && t('No Result Found')}
      </div>
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly isChosen: boolean
  readonly onRun: (command: Command) => void
}

function Option({ id, command, isChosen, onRun }: OptionProps) {
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <button
      ref={line}
      type="button"
      // The focus stays in the box, which refers to the option by aria-activedescendant.
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.option}
      onClick={() => onRun(command)}
    >
      <command.icon size={20} stroke={1.7} aria-hidden />
      <span className={classes.text}>{command.text}</span>
      {command.code && <Keys code={command.code} />}
    </button>
  )
}
