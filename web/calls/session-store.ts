import type { z } from 'zod'
import { SessionUser } from '#contract/sessions.ts'
import { createSignal } from '../ui/signal.ts'
import { readStored, writeStored } from '../ui/stored.ts'

export type StoredUser = z.output<typeof SessionUser>
export interface StoredSession {
  readonly user: StoredUser
  readonly token: string
}

const USER = 'user'
const TOKEN = 'token'
/** Where the server ended a session, so that the same admin returns to that page. */
const ENDED = 'ended-at'

const { subscribe, notify } = createSignal()
let current: StoredSession | null = readStores()

/** The signed-in admin and their token, or null. */
export const readSession = (): StoredSession | null => current

/** Calls `listener` when another admin, or none, is signed in, by other tabs too. Returns the unsubscribe function. */
export const onSessionChange = subscribe

/** Stores a session in place of any other: permanently with `remember`, else per tab; per page if storage is full. */
export const storeSession = (next: StoredSession, remember: boolean): void => {
  forget()
  const store = remember ? localStorage : sessionStorage
  try {
    store.setItem(USER, JSON.stringify(next.user))
    store.setItem(TOKEN, next.token)
  } catch {
    // Storage is full. The session already exists on the server.
  }
  changeTo(next)
}

export const clearSession = (): void => {
  forget()
  sessionStorage.removeItem(ENDED)
  changeTo(null)
}

/** A 401 ended the session of `token`: signs out and remembers the page. Leaves a newer session alone. */
export const endSession = (token: string): void => {
  if (current?.token !== token) return
  const ended = { id: current.user.id, href: location.pathname + location.search }
  forget()
  writeStored(sessionStorage, ENDED, ended)
  changeTo(null)
}

/** The page to open after sign-in: where a 401 interrupted this same admin, else the dashboard. */
export const returnPage = (userId: number): string => {
  const ended = readStored(sessionStorage, ENDED) as { id?: number; href?: string } | null
  return ended?.id === userId && ended.href?.startsWith('/') ? ended.href : '/'
}

/** Whether the server, not a log-out, ended this tab's last session, with no sign-in since. */
export const wasEnded = (): boolean => readStored(sessionStorage, ENDED) !== null

export const forgetReturnPage = (): void => sessionStorage.removeItem(ENDED)

/** Local storage first, then the tab's (specification, 6). An incomplete session counts as none and is cleared. */
function readStores(): StoredSession | null {
  for (const store of [localStorage, sessionStorage]) {
    const user = SessionUser.safeParse(readStored(store, USER))
    const token = store.getItem(TOKEN)
    if (user.success && token) return { user: user.data, token }
    store.removeItem(USER)
    store.removeItem(TOKEN)
  }
  return null
}

function forget(): void {
  for (const store of [localStorage, sessionStorage]) {
    store.removeItem(USER)
    store.removeItem(TOKEN)
  }
}

function changeTo(next: StoredSession | null): void {
  const isSame = next?.user.id === current?.user.id
  current = next
  // A new token of the same admin takes effect with the next call and must not interrupt their work.
  if (!isSame) notify()
}

// Another tab signed in or out. The token is written and removed last, so at its event the pair is complete.
addEventListener('storage', (event) => {
  if (event.storageArea !== localStorage || (event.key !== TOKEN && event.key !== null)) return
  changeTo(readStores())
})
