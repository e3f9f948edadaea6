import type { Ref } from 'react'
import { copy } from '../../ui/copy.ts'
import { type Column, column, type Listed } from '../../ui/table/columns.ts'
import { breakable } from '../../ui/text/breakable.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

interface CopyTextProps {
  readonly text: string
  /** The toast, translated: 'Copied Order ID:: 7'. */
  readonly message: string
  /** Emphasised, for text that is read and typed elsewhere. */
  readonly isLarge?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** From this length on, large text is set smaller so that an email address fits. */
const LONG_FROM = 13

export function CopyText({ text, message, isLarge = false, ref }: CopyTextProps) {
  const t = useT()
  if (text === '') return <Nothing />
  const isLong = isLarge && text.length >= LONG_FROM
  return (
    <button
      ref={ref}
      type="button"
      className={classes.copy}
      data-large={isLarge ? (isLong ? 'long' : 'short') : undefined}
      title={t('Click to copy')}
      onClick={() => void copy(text, message)}
    >
      {isLong ? breakable(text) : text}
    </button>
  )
}

/** Ids that copy themselves; `message` is the toast, translated. */
export const copiedIdColumn = <R extends Listed>(widthPx: number, message: (id: number) => string, label = 'ID'): Column<R> =>
  column('id', label, {
    card: 'id',
    widthPx,
    sorts: true,
    show: ({ id }) => <CopyText text={String(id)} message={message(id)} />,
  })
