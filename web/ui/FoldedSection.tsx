import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './folded-section.module.css'

interface FoldedSectionProps {
  readonly name: string
  readonly picture?: ReactNode
  /** What the closed section says of its content. */
  readonly facts: ReactNode
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A part of a screen that opens and closes at its heading. */
export const FoldedSection = ({ name, picture, facts, isOpen, onToggle, children }: FoldedSectionProps) => (
  <details className={classes.section} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
    <summary className={classes.summary}>
      <IconChevronRight size={18} className={classes.chevron} aria-hidden />
      {picture}
      <h2>{name}</h2>
      {facts}
    </summary>
    {children}
  </details>
)
