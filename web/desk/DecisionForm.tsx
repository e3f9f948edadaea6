import { Button, Stack } from '@mantine/core'
import { type ReactNode, type Ref, type SubmitEvent, useRef } from 'react'
import { submitByKey } from '../forms/submit-by-key.ts'
import { Buttons } from '../ui/Buttons.tsx'
import { useFocusOnceClosed } from '../ui/focus/lost-focus.ts'
import { useT } from '../ui/text/i18n.ts'

interface DecisionFormProps {
  readonly ref?: Ref<HTMLFormElement>
  /** Whether anything is left to decide. */
  readonly isOpen: boolean
  readonly isRunning: boolean
  /** A super admin decides over the present holder. */
  readonly isTakeOver?: boolean
  /** Omitted in a drawer, which has its own close button and less room. */
  readonly onClose?: (() => void) | undefined
  readonly onSubmit: () => Promise<unknown>
  readonly children: ReactNode
}

/** The frame of a form in a dialog or drawer. Once nothing is left to decide, only Close remains and has the focus. */
export function DecisionForm(props: DecisionFormProps) {
  const { ref, isOpen, isRunning, isTakeOver = false, onClose, onSubmit, children } = props
  const t = useT()
  const close = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(!isOpen, close)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isOpen && !isRunning) void onSubmit()
  }
  return (
    <form ref={ref} aria-busy={isRunning} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap={onClose ? 'md' : 'xs'}>
        {children}
        <Buttons>
          {onClose && (
            <Button ref={close} variant="default" onClick={onClose}>
              {t('Close')}
            </Button>
          )}
          {isOpen && (
            <Button type="submit" aria-busy={isRunning} {...(isTakeOver && { color: 'red' })}>
              {t(isTakeOver ? 'Save anyway' : 'Save')}
            </Button>
          )}
        </Buttons>
      </Stack>
    </form>
  )
}
