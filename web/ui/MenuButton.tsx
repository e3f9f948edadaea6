import { ActionIcon, Button, Popover } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useIsConfirming } from './dialogs/confirm.ts'
import { useT } from './text/i18n.ts'

interface MenuButtonProps {
  /** English. */
  readonly name: string
  readonly Icon: Icon
  /** Only the icon is shown. */
  readonly isNarrow?: boolean
  /** Translated; tells apart the menus of a list's rows. */
  readonly label?: string
  readonly children: (close: () => void) => ReactNode
}

/** A button with a panel below it. What is in the panel should be loaded on first use. */
export function MenuButton({ name, Icon, isNarrow = false, label, children }: MenuButtonProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const size = label ? 28 : 36
  const toggle = () => setOpen(!isOpen)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      // A confirmation lies above the panel, not outside it.
      closeOnClickOutside={!useIsConfirming()}
      position="bottom-end"
      shadow="md"
      // Fits a window of 320 px with its margins.
      width={300}
      trapFocus
      returnFocus
      withinPortal
      onDismiss={leaveBox}
    >
      <Popover.Target>
        {isNarrow ? (
          <ActionIcon variant="default" size={size} aria-label={label ?? t(name)} title={t(name)} onClick={toggle}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" px="sm" title={t(name)} leftSection={<Icon size={16} aria-hidden />} onClick={toggle}>
            {t(name)}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={label ?? t(name)}>{isOpen && children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}

/** A click outside removes the input before the browser fires its blur, and the last typed date would be lost. */
const leaveBox = () => (document.activeElement as HTMLElement | null)?.blur()
