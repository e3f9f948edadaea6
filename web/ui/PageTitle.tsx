import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useUnseenOrders } from '../calls/live/new-orders.ts'
import { restoreFocus } from './focus/history-focus.ts'
import { useT } from './text/i18n.ts'

let pendingEntry: string | undefined
/** A focused title was unmounted. If its screen continues under another title (a loaded form), that one takes the focus. */
let wasFocused = false

/** Call it when the route changes, with the key of the history entry. The next title takes the focus, so that screen readers
 * announce it; after Back or Forward, the row that had it. */
export const focusNextTitle = (entry: string): void => {
  pendingEntry = entry
}

interface PageTitleProps {
  readonly title: string
  /** Of the title's translation, where several screens have one English title. */
  readonly context?: string | undefined
  readonly subtitle?: string | undefined
  readonly children?: ReactNode
}

/** The only h1 of a screen; also sets the tab's title, with the number of new orders: '(3)'. Texts are English. */
export function PageTitle({ title, context, subtitle, children }: PageTitleProps) {
  const t = useT()
  const shown = t(title, context === undefined ? undefined : { context })
  const unseen = useUnseenOrders()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two screens can share a component; the title tells them apart
  useEffect(() => {
    if (pendingEntry !== undefined) restoreFocus(pendingEntry, heading.current)
    else if (wasFocused) heading.current?.focus()
    pendingEntry = undefined
    wasFocused = false
  }, [title])
  useLayoutEffect(() => {
    const element = heading.current
    return () => {
      wasFocused = element === document.activeElement
    }
  }, [])
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <title>{`${unseen > 0 ? `(${unseen}) ` : ''}${shown} · Topdeck`}</title>
      <Stack gap={2}>
        <Title order={1} tabIndex={-1} ref={heading}>
          {shown}
        </Title>
        {subtitle && <Text c="dimmed">{t(subtitle)}</Text>}
      </Stack>
      {children}
    </Group>
  )
}
