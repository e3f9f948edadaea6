import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { desk, type LiveList } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { createSignal } from '../../ui/signal.ts'
import { onReachabilityChange, readReachability } from '../reachability.ts'
import { refetchActive } from '../refetch-active.ts'
import { endSession, readSession } from '../session-store.ts'
import { keepReading, type StreamEvent } from './live-stream.ts'
import { inOneTab } from './one-tab.ts'

/** Polling of reads that follow events: without a stream (lists of `LiveList`: `LIST_POLL_MS`), and as a safety net. */
const CUT_POLL_MS = 20_000
const LIVE_POLL_MS = 120_000

/** What the tab with the stream sends to all tabs, itself included. */
export type LiveEvent =
  | { readonly type: 'order'; readonly order: OrderRow }
  | { readonly type: 'lists'; readonly lists: readonly LiveList[] }
  /** Too much has changed, or events may have been missed: read again. */
  | { readonly type: 'stale' }
  /** Permissions of some admin changed. */
  | { readonly type: 'access' }
  /** The stream is up: newly opened, or (`isFresh` false) as an answer to a tab that asked. */
  | { readonly type: 'live'; readonly isFresh: boolean }
  | { readonly type: 'cut' }
  | { readonly type: 'held'; readonly ids: readonly number[] }
  /** An order that the admin released. */
  | { readonly type: 'released'; readonly id: number }
  /** A held order that the admin may no longer see or work on; its later events will not arrive. */
  | { readonly type: 'closed'; readonly id: number }
  /** A new tab asks whether there is a stream, and what the others know. */
  | { readonly type: 'hello' }

/** 'offline': no network. 'lost': the network is up, but the server does not answer. */
export type Connection = 'live' | 'polling' | 'lost' | 'offline'

const events = createSignal<LiveEvent>()
let isLive = false

/** Subscribes to all events; returns the unsubscribe function. */
export const onLiveEvent = events.subscribe

let broadcast: (event: LiveEvent) => void = receive

/** Sends an event to all tabs of this admin, this one included. */
export const broadcastToTabs = (event: LiveEvent): void => broadcast(event)

/** Announces the current state of an order. A released order is sent as such: as an order event it would ring like a new one. */
export const broadcastOrder = (order: OrderRow): void =>
  broadcastToTabs(order.status === 'pending' ? { type: 'released', id: order.id } : { type: 'order', order })

/** Opens the live stream in one tab of the browser, which forwards events to the others. Another tab takes over when that one
 * is closed or asleep. Returns a function that leaves. Without locks (plain http off localhost) there is no stream and lists
 * poll. */
export function openLive(userId: number): () => void {
  const name = `live:${userId}`
  const channel = new BroadcastChannel(name)
  let reading: AbortSignal | undefined
  const send = (event: LiveEvent) => {
    channel.postMessage(event)
    receive(event)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
    const isSource = isLive && reading?.aborted === false
    receive(data)
    // A tab that wakes finds its own stream cut, and does not know yet that this one has taken over.
    if (isSource && (data.type === 'hello' || data.type === 'cut')) send({ type: 'live', isFresh: false })
  }
  channel.postMessage({ type: 'hello' } satisfies LiveEvent)
  broadcast = send
  const read = (signal: AbortSignal) => {
    reading = signal
    return readFor(send, signal)
  }
  // Events from a tab that slept may be outdated.
  const leave = navigator.locks && inOneTab(name, read, () => send({ type: 'stale' }))
  return () => {
    leave?.()
    channel.close()
    broadcast = receive
    receive({ type: 'cut' })
  }
}

const readFor = (send: (event: LiveEvent) => void, signal: AbortSignal) => {
  let token: string | undefined
  return keepReading({
    open: (until) => {
      token = readSession()?.token
      const headers = { accept: 'text/event-stream', authorization: token ?? '' }
      return fetch(`/api${desk.events.path}`, { headers, cache: 'no-store', signal: until })
    },
    onEvent: (streamEvent) => {
      const event = liveEventOf(streamEvent)
      if (event) send(event)
    },
    onCut: () => send({ type: 'cut' }),
    onRefused: (status) => {
      if (status === 401 && token) endSession(token)
      else send({ type: 'access' })
    },
    signal,
    network: window,
  })
}

function liveEventOf({ name, data }: StreamEvent): LiveEvent | undefined {
  if (name === 'ready') return { type: 'live', isFresh: true }
  if (name === 'order') return { type: name, order: data as OrderRow }
  if (name === 'lists') return { type: name, lists: data as LiveList[] }
  if (name === 'stale' || name === 'access') return { type: name }
  return undefined
}

function receive(event: LiveEvent): void {
  // Changes before the stream was up, or between two streams, were not announced.
  const mayHaveMissedEvents = event.type === 'live' && (event.isFresh || !isLive)
  if (event.type === 'live') isLive = true
  if (event.type === 'cut') isLive = false
  events.notify(event)
  if (mayHaveMissedEvents) receive({ type: 'stale' })
}

/** Subscribes to all events with the latest `onEvent`. */
function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => onLiveEvent((event) => latest.current(event)), [])
}

/** Calls `onOrder` for every new or changed order with its current state, and `onStale` when lists should be read again. */
export const useLiveOrders = (onOrder: (order: OrderRow) => void, onStale: () => void): void =>
  useLiveEvents((event) => {
    if (event.type === 'order') onOrder(event.order)
    if (event.type === 'stale') onStale()
  })

export const useLiveList = (list: LiveList | undefined, onChange: () => void): void =>
  useLiveEvents((event) => {
    if (list && (event.type === 'stale' || (event.type === 'lists' && event.lists.includes(list)))) onChange()
  })

/** Refetches a key when the list may have changed. */
export function useLiveRefetch(list: LiveList | undefined, queryKey: QueryKey): void {
  const client = useQueryClient()
  useLiveList(list, () => void refetchActive(client, queryKey))
}

const subscribe = (listener: () => void): (() => void) => {
  const stops = [onLiveEvent(listener), onReachabilityChange(listener)]
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
  return readReachability() ? 'polling' : 'lost'
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, readConnection)

/** A list's `refetchInterval` in ms: long beside a stream, else 20 s or `cutMs`. */
export const useLivePoll = (cutMs = CUT_POLL_MS): number => (useConnection() === 'live' ? LIVE_POLL_MS : cutMs)
