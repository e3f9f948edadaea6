import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profile } from '#contract/session.ts'
import { work } from '#contract/work.ts'
import { onNews, openLive } from '../kit/live.ts'
import { useCan, useSession } from '../kit/session.ts'

/** The counts of waiting work follow the orders, at most so often. */
const COUNTS_MS = 2_000

/** Keeps the live stream open for those who may see orders; grants and the counts of waiting work follow it. */
export function useLiveStream(): void {
  const userId = useSession()?.user.id
  const mayRead = useCan()('orders_view')
  const client = useQueryClient()
  const recount = useThrottledCallback(() => void client.invalidateQueries({ queryKey: [work.pending.path] }), COUNTS_MS)
  useEffect(() => (userId !== undefined && mayRead ? openLive(userId) : undefined), [userId, mayRead])
  useEffect(
    () =>
      onNews(({ name }) => {
        if (name === 'access') void client.invalidateQueries({ queryKey: [profile.show.path] })
        if (name === 'order' || name === 'stale') recount()
      }),
    [client, recount],
  )
}
