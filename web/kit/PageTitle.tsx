import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { focusLeft } from './focus/left-focus.ts'
import { useUnseenOrders } from './live/new-orders.ts'
import { useT } from './text/i18n.ts'

let arrivedAt: string | undefined
/** A title that had the focus has gone. Where its screen goes on under another one, as a loaded form does, that one takes it. */
let hasGoneFocused = false

/**
 * Called when the route changes, with the key of the history's entry. The focus then goes to the next title, so that a screen
 * reader says where one has arrived; where one has come back, to the row that had it.
 */
export const focusNextTitle = (entry: string): void => {
  arrivedAt = entry
}

/**
 * The one h1 of a screen, with what is said beside it. It is the browser tab's title too, there with '(3)' before it for three
 * new orders. `title` and `subtitle` are English texts.
 */
export function PageTitle({ title, subtitle, children }: { title: string; subtitle?: string; children?: ReactNode }) {
  const t = useT()
  const unseen = useUnseenOrders()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two screens can share a component; the title tells them apart
  useEffect(() => {
    if (arrivedAt !== undefined) focusLeft(arrivedAt, heading.current)
    else if (hasGoneFocused) heading.current?.focus()
    arrivedAt = undefined
    hasGoneFocused = false
  }, [title])
  useLayoutEffect(() => {
    const element = heading.current
    return () => {
      hasGoneFocused = element === document.activeElement
    }
  }, [])
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <title>{`${unseen > 0 ? `(${unseen}) ` : ''}${t(title)} · Topdeck`}</title>
      <Stack gap={2}>
        <Title order={1} tabIndex={-1} ref={heading}>
          {t(title)}
        </Title>
        {subtitle && <Text c="dimmed">{t(subtitle)}</Text>}
      </Stack>
      {children}
    </Group>
  )
}
