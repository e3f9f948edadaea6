/** Differences up to this are ignored: the Date header has whole seconds, and replies take time. */
const TRUSTED_MS = 20_000

let offsetMs = 0

/** Server time in ms since 1970. Rows carry server time; with a PC clock off by minutes or hours, claims would look expired. */
export const serverNow = (): number => Date.now() - offsetMs

/** Takes the server's time from a reply's `Date` header. */
export function syncServerTime(date: string | null): void {
  const difference = Date.now() - Date.parse(date ?? '')
  if (Number.isNaN(difference)) return
  offsetMs = Math.abs(difference) > TRUSTED_MS ? difference : 0
}
