import { onSessionChange } from '../calls/session-store.ts'

/** What was opened or done last in this tab. `to` is a record's screen; the palette knows the rest by their ids. */
export interface Recent {
  readonly id: string
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
}

const MOST = 5
/** Begins the ids of the palette's own list of them. */
export const RECENT = 'recent '

let recent: readonly Recent[] = []

export function recordRecent({ id, ...more }: Recent): void {
  const latest = { id: id.replace(RECENT, ''), ...more }
  recent = [latest, ...recent.filter((one) => one.id !== latest.id)].slice(0, MOST)
}

export const readRecent = (): readonly Recent[] => recent

/** The records that an address may name, beside their list or over it. */
const RECORDS = ['order', 'customer', 'payment'] as const

/** Records what an address opens: the screen's path and the record are what the palette needs to open it again. */
export function recordOpened(to: string, search: Readonly<Record<string, unknown>>): void {
  for (const name of RECORDS) {
    const id = search[name]
    if (id !== undefined) recordRecent({ id: `${to}?${name}=${id}`, to, search: { [name]: String(id) } })
  }
}

onSessionChange(() => {
  recent = []
})
