// The first build: writes down as JSON which modules the login, the frame, the dashboard and the order list really need.
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'

export const ENTRY = 'index.html'
export const SCREENS = {
  login: 'web/sessions/LoginPage.tsx',
  frame: 'web/app/SignedIn.tsx',
  home: 'web/dashboard/DashboardPage.tsx',
  orders: 'web/orders/OrdersPage.tsx',
} as const
export type Screen = keyof typeof SCREENS

/** Reads only the icons that are used, and not the 6,000 that there are: a third less memory. */
export const READ_LESS = { lazyBarrel: true } as const

async function modulesOfScreens(): Promise<Record<string, string[]>> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, experimental: READ_LESS },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const modulesOf = (file: string) => {
    const found = new Set([...closure(chunks, ENTRY), ...closure(chunks, file)])
    // What stands in the entry's own file stays there.
    return [...found].flatMap(({ moduleIds, isEntry }) => (isEntry ? [] : moduleIds))
  }
  return Object.fromEntries(Object.entries(SCREENS).map(([screen, file]) => [screen, modulesOf(file)]))
}

/** The chunk of a source file, and all that it imports. */
export function closure(chunks: Rolldown.OutputChunk[], file: string): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const follow = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) follow(chunks.find(({ fileName }) => fileName === name))
  }
  follow(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${file}`)))
  return [...found]
}

if (import.meta.main) console.log(JSON.stringify(await modulesOfScreens()))
