import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import classes from '../ui/line.module.css'

interface LineProps {
  /** A tick, a cross or a clock without it. */
  readonly mark?: ReactNode
  /** Translated. */
  readonly name: string
  /** Each in small print. */
  readonly notes?: ReactNode
  readonly isBroken?: boolean | undefined
  readonly isUnchecked?: boolean
  readonly children: ReactNode
}

export const Line = ({ mark, name, notes, isBroken = false, isUnchecked = false, children }: LineProps) => (
  <li className={classes.line} data-broken={isBroken || undefined} data-unchecked={isUnchecked || undefined}>
    {mark || <Mark isBroken={isBroken} isUnchecked={isUnchecked} />}
    <span className={classes.words}>
      <b>{name}</b>
      {Children.map(notes, (note) => note && <small>{note}</small>)}
    </span>
    {children}
  </li>
)

export function Mark({ isBroken, isUnchecked }: { isBroken: boolean; isUnchecked: boolean }) {
  const Icon = isBroken ? IconCircleX : isUnchecked ? IconClock : IconCircleCheck
  return <Icon size={20} aria-hidden />
}
