import { ActionIcon, Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import { useT } from './text/i18n.ts'
import { usePopup } from './use-popup.ts'

export const PopupPanel = lazyComponent(
  () => import('./PopupPanel.tsx'),
  (code) => code.PopupPanel,
)

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
  const { buttonProps, popup } = usePopup('dialog')
  const size = label ? 28 : 36
  return (
    <>
      {isNarrow ? (
        <ActionIcon variant="default" size={size} aria-label={label ?? t(name)} title={t(name)} {...buttonProps}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" px="sm" title={t(name)} leftSection={<Icon size={16} aria-hidden />} {...buttonProps}>
          {t(name)}
        </Button>
      )}
      <PopupPanel {...popup} label={label ?? t(name)}>
        {children}
      </PopupPanel>
    </>
  )
}
