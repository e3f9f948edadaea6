import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from './i18n.ts'
import { useIsCovered } from './is-covered.ts'
import { useSecondClick } from './second-click.ts'

interface SideDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Already translated. */
  readonly title: string
  /** Its width, as CSS. */
  readonly size: string
  readonly children: ReactNode
}

/** What belongs to one row of a screen's own list, beside it. */
export function SideDrawer({ title, children, onClose, ...drawer }: SideDrawerProps) {
  const t = useT()
  const { overlayProps, wasMeant } = useSecondClick(drawer.opened)
  return (
    <Drawer
      {...drawer}
      onClose={() => wasMeant() && onClose()}
      overlayProps={overlayProps}
      closeOnEscape={!useIsCovered()}
      position="right"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{title}</b>}
    >
      {children}
    </Drawer>
  )
}
