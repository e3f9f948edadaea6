import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { PopupTarget, usePopover } from '../ui/PopupTarget.tsx'
import type { PopupProps } from '../ui/use-popup.ts'

interface HeaderMenuProps extends PopupProps {
  readonly width: number
  readonly children: ReactNode
}

/** The entries below a button of the header. */
export function HeaderMenu({ width, children, ...popup }: HeaderMenuProps) {
  return (
    <Menu {...usePopover(popup)} position="bottom-end" width={width} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <PopupTarget button={popup.button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
