import type { Ref } from 'react'
import { copy } from '../copy.ts'
import { useT } from '../text/i18n.ts'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

interface CopyTextProps {
  /** What is shown and copied. */
  readonly text: string
  /** The toast, already translated: 'Copied Order ID:: 7'. */
  readonly said: string
  /** Large and in figures of one width, for what is read off and typed elsewhere. */
  readonly isLarge?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** From this length on a large text is set smaller, so that an email address stands there whole. */
const LONG_FROM = 15

/** A text that a click copies. */
export function CopyText({ text, said, isLarge = false, ref }: CopyTextProps) {
  const t = useT()
  if (text === '') return <Nothing />
  return (
    <button
      ref={ref}
      type="button"
      className={classes.copy}
      data-large={isLarge ? (text.length < LONG_FROM ? 'short' : 'long') : undefined}
      title={t('Click to copy')}
      onClick={() => void copy(text, said)}
    >
      {text}
    </button>
  )
}
