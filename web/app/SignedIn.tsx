import './signed-in-styles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { reloadIfServed } from '../kit/calls/api.ts'
import { onReached } from '../kit/calls/reach.ts'
import { useProfile, useSession } from '../kit/calls/session.ts'
import { forgetReturnPage } from '../kit/calls/session-store.ts'
import { ConfirmDialog } from '../kit/dialogs/confirm.tsx'
import { hasNotes } from '../kit/forms/drafts.ts'
import { Drawers } from './Drawers.tsx'
import { Layout } from './Layout.tsx'
import { loadToasts } from './load-toasts.ts'

const OwnPassword = lazy(() => import('./OwnPassword.tsx'))
// Behind the screen's own code: nothing is said before there is something to click.
const Toasts = lazy(loadToasts)

// Here and not in what stands there then: the sign-in page, which brings that along, has not a byte to spare.
const leaveCrash = () => {
  // Notes that were begun would go with the page: then it is left to 'Try again'.
  if (document.getElementById('crash') && !hasNotes()) void reloadIfServed()
}
addEventListener('online', leaveCrash)
onReached(leaveCrash)

// A file failed: at an error that begins with the browser's own words the router loads the page anew, and the notes would go with it.
addEventListener('vite:preloadError', ({ payload }) => {
  if (hasNotes()) payload.message = `Not loaded: ${payload.message}`
})

// What came under the focus by an Enter, such as 'Approve' in a dialog, is not clicked because that was held for too long.
addEventListener('keydown', (event) => {
  const isClicked = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement
  if (event.repeat && event.key === 'Enter' && isClicked) event.preventDefault()
})

/** Everything that only a signed-in admin needs. Another admin gets a frame of his own, with nothing remembered of the last. */
export function SignedIn() {
  const session = useSession()
  return session && <Frame key={session.user.id} />
}

function Frame() {
  const [client] = useState(newClient)
  useEffect(forgetReturnPage, [])
  return (
    <QueryClientProvider client={client}>
      <Inside />
      <ConfirmDialog />
      <Suspense>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  )
}

/** Whoever has a one-time password chooses one of his own before anything else. */
function Inside() {
  if (useProfile().data?.must_change_password) {
    return (
      <Suspense>
        <OwnPassword />
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

/** Offline, a read fails at once with its sentence, and a change never waits in hiding to be sent later. */
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
