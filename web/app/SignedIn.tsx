import './signed-in-styles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { reloadIfServed } from '../calls/api.ts'
import { onReachabilityChange } from '../calls/reachability.ts'
import { useProfile, useSession } from '../calls/session.ts'
import { forgetReturnPage } from '../calls/session-store.ts'
import { hasNotes } from '../forms/drafts.ts'
import { keepFocus } from '../ui/focus/lost-focus.ts'
import { Drawers } from './Drawers.tsx'
import { Layout } from './Layout.tsx'
import { loadToasts } from './load-toasts.ts'

const Due = lazy(() => import('./Due.tsx'))
// Loaded after the screen's code: there are no toasts and questions before there is something to click.
const Toasts = lazy(loadToasts)
/** A toast is not kept waiting longer than this. */
const FIRST_READS_MS = 1_000

// Not in ScreenCrash: the sign-in page loads that too, and its size budget is used up.
const leaveCrash = () => {
  // A reload would lose notes in progress, so it is left to 'Try again'.
  if (document.getElementById('crash') && !hasNotes()) void reloadIfServed()
}
addEventListener('online', leaveCrash)
onReachabilityChange(leaveCrash)

// The router reloads the page on errors that begin with the browser's own message, and the notes in progress would be lost.
addEventListener('vite:preloadError', ({ payload }) => {
  if (hasNotes()) payload.message = `Not loaded: ${payload.message}`
})

// A held Enter repeats: it must not click what received the focus meanwhile, such as 'Approve' in a dialog.
addEventListener('keydown', (event) => {
  const isClicked = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement
  if (event.repeat && event.key === 'Enter' && isClicked) event.preventDefault()
})

keepFocus()

/** Everything for signed-in admins only. Another admin gets a new frame and a new cache. */
export function SignedIn() {
  const session = useSession()
  return session && <Frame key={session.user.id} />
}

function Frame() {
  const [client] = useState(newClient)
  useEffect(forgetReturnPage, [])
  const hasRead = useFirstReads(client)
  return (
    <QueryClientProvider client={client}>
      <Inside />
      <Suspense>{hasRead && <Toasts />}</Suspense>
    </QueryClientProvider>
  )
}

/** True once what the first screen reads has come: on a slow line a dozen files of what is not needed yet would come before it. */
function useFirstReads(client: QueryClient): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (isOver) return
    const end = () => setOver(true)
    const look = () => client.isFetching() === 0 && end()
    const timer = setTimeout(end, FIRST_READS_MS)
    const unfollow = client.getQueryCache().subscribe(look)
    look()
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [client, isOver])
  return isOver
}

/** Nothing else is open to an admin who has to choose a password or to add a second factor. */
function Inside() {
  const { must_change_password, must_add_second_factor } = useProfile().data ?? {}
  const [isDue, setDue] = useState(false)
  if (!isDue && (must_change_password || must_add_second_factor)) setDue(true)
  if (isDue) {
    return (
      <Suspense>
        <Due onDone={() => setDue(false)} />
      </Suspense>
    )
  }
  return (
    <>
      <Layout />
      <Drawers />
    </>
  )
}

/** Offline, a read fails at once with its message, and a change is never queued to be sent later. */
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
