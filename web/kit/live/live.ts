import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { desk, type LiveList } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { onReached, readReached } from '../calls/reach.ts'
import { readAgain } from '../calls/read-again.ts'
import { endSession, readSession } from '../calls/session-store.ts'
import { createSignal } from '../signal.ts'
import { keepReading, type StreamEvent } from './live-stream.ts'
import { inOneTab } from './one-tab.ts'

/**
 * How often what hears of news asks again by itself: where the stream is cut (lists of `LiveList` at `LIST_POLL_MS` instead), and beside
 * a stream, as a net below it.
 */
const CUT_POLL_MS = 20_000
const LIVE_POLL_MS = 120_000

/** What the tab with the stream tells all tabs, itself included. */
export type News =
  | { readonly type: 'order'; readonly order: OrderRow }
  /** Something in these lists has changed. */
  | { readonly type: 'lists'; readonly lists: readonly LiveList[] }
  /** Too much changed, or something may have been missed: read again. */
  | { readonly type: 'stale' }
  /** Somebody's grants changed. */
  | { readonly type: 'access' }
  /** The stream is up: since just now, or as before where a tab has asked. */
  | { readonly type: 'live'; readonly isFresh: boolean }
  | { readonly type: 'cut' }
  /** Orders that the admin holds. */
  | { readonly type: 'held'; readonly ids: readonly number[] }
  /** An order that the admin gave back himself. */
  | { readonly type: 'released'; readonly id: number }
  /** An order that he held and may see or work on no more: its later news are not told to him. */
  | { readonly type: 'closed'; readonly id: number }
  /** A new tab asks whether there is a stream, and what the others know. */
  | { readonly type: 'hello' }

/** Without a network a tab is offline; the server can also be lost behind a network that is there. */
export type Connection = 'live' | 'polling' | 'lost' | 'offline'

const heard = createSignal<News>()
let isLive = false

/** Calls `listener` with all news; returns how to stop. */
export const onNews = heard.subscribe

let tellAll: (news: News) => void = hear

/** Tells all tabs of this admin, this one included. */
export const tellTabs = (news: News): void => tellAll(news)

/** Tells them what an order is by now. One that was given back is no news to who held it, and would ring as if it had just come in. */
export const tellOrder = (order: OrderRow): void =>
  tellTabs(order.status === 'pending' ? { type: 'released', id: order.id } : { type: 'order', order })

/**
 * Opens the live stream of this admin in one tab of the browser; the other tabs are told by it, and one of them goes on when it
 * is closed or asleep. Returns how to leave. Without locks (plain http off localhost) there is no stream: lists poll.
 */
export function openLive(userId: number): () => void {
  const name = `live:${userId}`
  const channel = new BroadcastChannel(name)
  let reading: AbortSignal | undefined
  const tell = (news: News) => {
    channel.postMessage(news)
    hear(news)
  }
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    const isSource = isLive && reading?.aborted === false
    hear(data)
    // A tab that wakes finds its own stream cut, and does not know yet that this one has gone on.
    if (isSource && (data.type === 'hello' || data.type === 'cut')) tell({ type: 'live', isFresh: false })
  }
  channel.postMessage({ type: 'hello' } satisfies News)
  tellAll = tell
  const read = (signal: AbortSignal) => {
    reading = signal
    return readFor(tell, signal)
  }
  // What a tab that slept has told since it woke may be long over.
  const leave = navigator.locks && inOneTab(name, read, () => tell({ type: 'stale' }))
  return () => {
    leave?.()
    channel.close()
    tellAll = hear
    hear({ type: 'cut' })
  }
}

const readFor = (tell: (news: News) => void, signal: AbortSignal) => {
  let token: string | undefined
  return keepReading({
    open: (until) => {
      token = readSession()?.token
      const headers = { accept: 'text/event-stream', authorization: token ?? '' }
      return fetch(`/api${desk.events.path}`, { headers, cache: 'no-store', signal: until })
    },
    onEvent: (event) => {
      const news = newsOf(event)
      if (news) tell(news)
    },
    onCut: () => tell({ type: 'cut' }),
    onRefused: (status) => {
      if (status === 401 && token) endSession(token)
      else tell({ type: 'access' })
    },
    signal,
    network: window,
  })
}

function newsOf({ name, data }: StreamEvent): News | undefined {
  if (name === 'ready') return { type: 'live', isFresh: true }
  if (name === 'order') return { type: name, order: data as OrderRow }
  if (name === 'lists') return { type: name, lists: data as LiveList[] }
  if (name === 'stale' || name === 'access') return { type: name }
  return undefined
}

function hear(news: News): void {
  // What changed before the stream was up, or between two streams, has been told to nobody.
  const isMissing = news.type === 'live' && (news.isFresh || !isLive)
  if (news.type === 'live') isLive = true
  if (news.type === 'cut') isLive = false
  heard.tell(news)
  if (isMissing) hear({ type: 'stale' })
}

/** Calls `hear`, as it is at the last render, with all news. */
function useNews(hear: (news: News) => void): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => onNews((news) => latest.current(news)), [])
}

/** Calls back with every order that came in or changed, as it is now; `onStale` where the lists had better be read again. */
export const useLiveOrders = (onOrder: (order: OrderRow) => void, onStale: () => void): void =>
  useNews((news) => {
    if (news.type === 'order') onOrder(news.order)
    if (news.type === 'stale') onStale()
  })

/** Calls back when something in the list may have changed. */
export const useLiveList = (list: LiveList | undefined, onChange: () => void): void =>
  useNews((news) => {
    if (list && (news.type === 'stale' || (news.type === 'lists' && news.lists.includes(list)))) onChange()
  })

/** Reads a key again when something in the list may have changed. */
export function useLiveReading(list: LiveList, queryKey: QueryKey): void {
  const client = useQueryClient()
  useLiveList(list, () => void readAgain(client, queryKey))
}

const subscribe = (listener: () => void): (() => void) => {
  const stops = [onNews(listener), onReached(listener)]
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const readConnection = (): Connection => {
  if (isLive) return 'live'
  if (!navigator.onLine) return 'offline'
  return readReached() ? 'polling' : 'lost'
}

/** How news reaches this tab: by the stream, by asking again, or not at all. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, readConnection)

/** A list's `refetchInterval` in milliseconds: rarely beside a stream, every 20 s or `cutMs` where there is none. */
export const useLivePoll = (cutMs = CUT_POLL_MS): number => (useConnection() === 'live' ? LIVE_POLL_MS : cutMs)
