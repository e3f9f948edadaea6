import { useMounted } from '@mantine/hooks'
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { PopupProps } from './use-popup.ts'

interface PopupTargetProps {
  readonly ref?: Ref<HTMLButtonElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
}

/** The target of a popup whose button is outside it. */
export function PopupTarget({ ref, button }: PopupTargetProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}

/** Opened only after the first render: where the focus returns to is remembered at a change. */
export function usePopover({ id, opened, onClose }: PopupProps) {
  const isMounted = useMounted()
  return { id, opened: isMounted && opened, onChange: (isOpen: boolean) => isOpen || onClose(), returnFocus: true } as const
}
