import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profile } from '#contract/session.ts'
import { work } from '#contract/work.ts'
import { onNews, openLive } from '../kit/live.ts'
import { forgetUnseen, noteOrder } from '../kit/new-orders.ts'
import { useSession } from '../kit/session.ts'
import { soundNewOrder } from '../kit/sound.ts'

/** The counts of waiting work follow the news, at most so often. */
const COUNTS_MS = 1_000

/** Keeps the live stream open; grants, the counts of waiting work, title and sound follow it. */
export function useLiveStream(): void {
  const userId = useSession()?.user.id
  const client = useQueryClient()
  const recount = useThrottledCallback(() => void client.invalidateQueries({ queryKey: [work.pending.path] }), COUNTS_MS)
  useEffect(() => (userId === undefined ? undefined : openLive(userId)), [userId])
  useEffect(
    () =>
      onNews((news) => {
        // While the stream was down a right may have gone too.
        if (news.type === 'access' || news.type === 'stale') void client.invalidateQueries({ queryKey: [profile.show.path] })
        if (news.type === 'order' || news.type === 'lists' || news.type === 'stale') recount()
        if (news.type === 'order' && noteOrder(news.order, !document.hidden)) void soundNewOrder()
      }),
    [client, recount],
  )
  useEffect(() => {
    const look = () => !document.hidden && forgetUnseen()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
