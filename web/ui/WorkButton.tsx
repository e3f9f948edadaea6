import { Button, type ButtonProps } from '@mantine/core'
import type { MouseEvent } from 'react'

interface WorkButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  readonly isRunning: boolean
  readonly title?: string
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

/** A button for slow work. While running it ignores clicks but keeps the focus, which a disabled button would lose. */
export const WorkButton = ({ isRunning, onClick, ...look }: WorkButtonProps) => (
  <Button
    {...look}
    data-disabled={isRunning}
    aria-disabled={isRunning || undefined}
    aria-busy={isRunning}
    onClick={(event) => !isRunning && onClick(event)}
  />
)
