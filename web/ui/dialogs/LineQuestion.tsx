import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useT } from '../text/i18n.ts'
import classes from './line-question.module.css'

interface LineQuestionProps {
  /** English label of the confirming button, which has the focus. */
  readonly yes: string
  readonly onAnswer: (isYes: boolean) => void
  readonly children: ReactNode
}

/** A one-line confirmation at the bottom, answered by Enter: for actions done a hundred times a day. */
export function LineQuestion({ yes, onAnswer, children }: LineQuestionProps) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Not modal: making everything behind it inert takes longer than reading the question. Leaving it means No.
  useLayoutEffect(() => dialog.current?.show(), [])
  const answer = (isYes: boolean) => {
    if (!dialog.current?.open) return
    if (isYes) ignoreSecondEnter()
    // Closed before it unmounts, so that the browser returns the focus.
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

/** An Enter within this time after the answer was meant for the question, unless the next one is open. */
const SECOND_ENTER_MS = 400

function ignoreSecondEnter(): void {
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.ctrlKey ||
      event.metaKey ||
      document.querySelector(`.${classes.question}`)
    )
      return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', ignore, { capture: true })
  setTimeout(() => removeEventListener('keydown', ignore, { capture: true }), SECOND_ENTER_MS)
}
