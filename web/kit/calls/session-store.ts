import type { z } from 'zod'
import { SessionUser } from '#contract/sessions.ts'
import { createSignal } from '../signal.ts'
import { keepStored, readStored } from '../stored.ts'

export type StoredUser = z.output<typeof SessionUser>
export interface StoredSession {
  readonly user: StoredUser
  readonly token: string
}

const USER = 'user'
const TOKEN = 'token'
/** Where a session that the server ended was, so that the same admin gets his page back. */
const ENDED = 'ended-at'

const { subscribe, tell } = createSignal()
let current: StoredSession | null = readStores()

/** The signed-in admin and his token, or null. */
export const readSession = (): StoredSession | null => current

/** Calls `listener` whenever somebody else, or nobody, is signed in, also by another tab; returns how to stop. */
export const onSessionChange = subscribe

/**
 * Keeps a new session: for good with `remember`, else as long as the tab lives, or only as long as the page where storage is full. What
 * was stored before goes.
 */
export const storeSession = (next: StoredSession, remember: boolean): void => {
  forget()
  const store = remember ? localStorage : sessionStorage
  try {
    store.setItem(USER, JSON.stringify(next.user))
    store.setItem(TOKEN, next.token)
  } catch {
    // The session is there already, on the server.
  }
  changeTo(next)
}

/** Forgets user and token: the sign-out of this browser. */
export const clearSession = (): void => {
  forget()
  sessionStorage.removeItem(ENDED)
  changeTo(null)
}

/** A 401 ended the session of `token`: sign out and remember the page. A newer session is left alone. */
export const endSession = (token: string): void => {
  if (current?.token !== token) return
  const ended = { id: current.user.id, href: location.pathname + location.search }
  forget()
  keepStored(sessionStorage, ENDED, ended)
  changeTo(null)
}

/** The page to open after a sign-in: the one that a 401 threw this same admin out of, else the dashboard. */
export const returnPage = (userId: number): string => {
  const ended = readStored(sessionStorage, ENDED) as { id?: number; href?: string } | null
  return ended?.id === userId && ended.href?.startsWith('/') ? ended.href : '/'
}

/** Whether this tab's last session was ended by the server, not by a log-out, and nobody has signed in since. */
export const wasEnded = (): boolean => readStored(sessionStorage, ENDED) !== null

/** The signed-in frame is on screen: there is nothing to return to any more. */
export const forgetReturnPage = (): void => sessionStorage.removeItem(ENDED)

/** Persistent storage is asked first, then the tab's (specification, 6). Half a session counts as none and is cleared. */
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
  // A new token of the same admin serves his next call, and what he is about to do here goes on.
  if (!isSame) tell()
}

// Another tab signed in or out. The token is written last and removed last, so at its event the pair is whole.
addEventListener('storage', (event) => {
  if (event.storageArea !== localStorage || (event.key !== TOKEN && event.key !== null)) return
  changeTo(readStores())
})
