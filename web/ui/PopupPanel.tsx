import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsConfirming } from './dialogs/confirm.ts'
import { PopupTarget, usePopover } from './PopupTarget.tsx'
import type { PopupProps } from './use-popup.ts'

interface PopupPanelProps extends PopupProps {
  /** Translated. */
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}

/** The panel below a button. */
export function PopupPanel({ label, children, ...popup }: PopupPanelProps) {
  return (
    <Popover
      {...usePopover(popup)}
      // A confirmation lies above the panel, not outside it.
      closeOnClickOutside={!useIsConfirming()}
      position="bottom-end"
      shadow="md"
      // Fits a window of 320 px with its margins.
      width={300}
      trapFocus
      withinPortal
      onDismiss={leaveBox}
    >
      <Popover.Target>
        <PopupTarget button={popup.button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{popup.opened && children(popup.onClose)}</Popover.Dropdown>
    </Popover>
  )
}

/** A click outside removes the input before the browser fires its blur, and the last typed date would be lost. */
const leaveBox = () => (document.activeElement as HTMLElement | null)?.blur()
