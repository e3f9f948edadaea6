import { Modal } from '@mantine/core'
import { createContext, type FormEvent, type ReactNode, useDeferredValue, useRef } from 'react'
import { useT } from '../text/i18n.ts'
import { confirmLeaving, useIsConfirming } from './confirm.ts'
import { useSecondClick } from './second-click.ts'
import { useBack } from './use-back.ts'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Already translated. */
  readonly title: ReactNode
  readonly size?: 'lg'
  readonly children: ReactNode
}

/** Closes the surrounding dialog, after a confirmation if it has unsaved input. Resolves to false if it stays open. */
export const LeaveContext = createContext<(() => Promise<boolean>) | undefined>(undefined)

/** A dialog that asks before unsaved input is lost by Escape, Back, an outside click or the close button. */
export function Dialog({ opened, onClose, title, size, children }: DialogProps) {
  const t = useT()
  const isTyped = useRef(false)
  const content = useRef<HTMLDivElement>(null)
  const isAsking = useRef(false)
  const isConfirming = useIsConfirming()
  // A moment longer than the confirmation above it: the dialog also receives the Escape that closes that, and must ignore it.
  const isBelowConfirm = useDeferredValue(isConfirming) || isConfirming
  const noteTyping = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')) {
      isTyped.current = true
    }
  }
  const { overlayProps, isIntended } = useSecondClick(opened)
  if (!opened) isTyped.current = false
  const leave = async () => {
    // The confirmation's Escape arrives here too.
    if (isAsking.current) return false
    let isSure = isIntended()
    if (isTyped.current || content.current?.querySelector('[data-restored]')) {
      isAsking.current = true
      // Not in the same Escape event, which would close the confirmation too.
      await new Promise((resolve) => setTimeout(resolve))
      isSure = await confirmLeaving(Boolean(content.current?.querySelector('form[aria-busy="true"]')))
      isAsking.current = false
    }
    if (isSure) onClose()
    return isSure
  }
  useBack(opened, () => void leave())
  return (
    <Modal
      opened={opened}
      closeOnEscape={!isBelowConfirm}
      onClose={() => void leave()}
      returnFocus={false}
      overlayProps={overlayProps}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={title && <b>{title}</b>}
      {...(size && { size })}
    >
      <LeaveContext value={leave}>
        <div ref={content} onInput={noteTyping}>
          {children}
        </div>
      </LeaveContext>
    </Modal>
  )
}
