import type { Icon } from '@tabler/icons-react'

/** One entry of the palette, translated. */
export interface Command {
  readonly id: string
  readonly text: string
  readonly icon: Icon
  readonly code?: string
  /** Also searched: the English text, when another language is shown. */
  readonly english: string
  readonly run: () => void
}
