import { type RefObject, useId, useRef, useState } from 'react'

/** What a panel or menu below a button needs; the button is there before it. */
export interface PopupProps {
  readonly id: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly opened: boolean
  readonly onClose: () => void
}

/** A button with a popup that is loaded on first use. */
export function usePopup(kind: 'dialog' | 'menu') {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup: PopupProps = { id, button, opened, onClose: () => setOpened(false) }
  const buttonProps = {
    ref: button,
    id,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    onClick: () => setOpened(!opened),
  } as const
  return { buttonProps, popup }
}
