import './zod-without-eval.ts'
import '@fontsource-variable/source-sans-3/wght.css'
import './shell-styles.ts'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { lazyImport } from '../calls/lazy-import.ts'
import { onSessionChange } from '../calls/session-store.ts'
import { startLanguage } from '../ui/text/i18n.ts'
import { router } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

const fetchBangla = lazyImport(() => import('./bangla.ts'))
// Beside the page, whose load waits for the fonts of its own style sheets.
const letters = import('./bangla-fonts.ts')
await startLanguage({
  bn: async () => {
    const [{ bangla }] = await Promise.all([fetchBangla(), letters.then(({ loadBanglaFonts }) => loadBanglaFonts())])
    return bangla
  },
})

onSessionChange(() => void router.invalidate())

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>,
  )
}
