import type { Icon } from '@tabler/icons-react'

/** One line of the palette, translated. */
export interface Command {
  readonly id: string
  readonly text: string
  readonly icon: Icon
  /** Keys that do the same. */
  readonly code?: string
  /** What else it is found by: the English text, where another language is shown. */
  readonly english: string
  readonly run: () => void
  /** Leads elsewhere, and the focus with it. */
  readonly leaves?: boolean
}
