import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useT } from '../text/i18n.ts'
import classes from './line-question.module.css'

interface LineQuestionProps {
  /** English text of the button that does it, which has the focus. */
  readonly yes: string
  readonly onAnswer: (isYes: boolean) => void
  /** The question, in one line. */
  readonly children: ReactNode
}

/** Asks in one line at the bottom what Enter confirms: for what is done a hundred times a day. */
export function LineQuestion({ yes, onAnswer, children }: LineQuestionProps) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Not modal: making everything behind it inert takes longer than the question is looked at. Whoever leaves it has said no.
  useLayoutEffect(() => dialog.current?.show(), [])
  const answer = (isYes: boolean) => {
    if (!dialog.current?.open) return
    if (isYes) ignoreSecondEnter()
    // Closed before it goes, the browser gives the focus back to where it was.
    dialog.current.close()
    onAnswer(isYes)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') answer(false)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (document.hasFocus() && !currentTarget.contains(relatedTarget)) answer(false)
  }
  return (
    <dialog
      ref={dialog}
      className={classes.question}
      data-at-bottom="question"
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <p id={id}>{children}</p>
      <button type="button" className={classes.yes} onClick={() => answer(true)}>
        {t(yes)} <kbd aria-hidden>Enter</kbd>
      </button>
      <button type="button" className={classes.no} onClick={() => answer(false)}>
        {t('No, go back')} <kbd aria-hidden>Esc</kbd>
      </button>
    </dialog>
  )
}

/** An Enter so soon after the answer was meant for the question, unless the next one is asked already. */
const SECOND_ENTER_MS = 400

function ignoreSecondEnter(): void {
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || document.querySelector(`.${classes.question}`)) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', ignore, { capture: true })
  setTimeout(() => removeEventListener('keydown', ignore, { capture: true }), SECOND_ENTER_MS)
}
