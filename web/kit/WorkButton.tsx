import { Button, type ButtonProps } from '@mantine/core'
import type { MouseEvent } from 'react'

interface WorkButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  readonly isRunning: boolean
  readonly title?: string
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

/** A button whose work takes a while. Meanwhile it hears no click, but keeps the focus, which a disabled one would drop. */
export const WorkButton = ({ isRunning, onClick, ...look }: WorkButtonProps) => (
  <Button
    {...look}
    data-disabled={isRunning}
    aria-disabled={isRunning || undefined}
    aria-busy={isRunning}
    onClick={(event) => !isRunning && onClick(event)}
  />
)
