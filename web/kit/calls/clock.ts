/** A difference up to this is not one: an answer's date has whole seconds, and its way takes time. */
const TRUSTED_MS = 20_000

let ahead = 0

/**
 * The time in milliseconds since 1970 by the server's clock. Instants of rows are the server's; a PC in a shop may be wrong by minutes
 * or hours, and would say of a colleague's claim that it has lapsed.
 */
export const serverNow = (): number => Date.now() - ahead

/** An answer of the server says what time it is there: its `Date` header. */
export function noteServerTime(date: string | null): void {
  const difference = Date.now() - Date.parse(date ?? '')
  if (Number.isNaN(difference)) return
  ahead = Math.abs(difference) > TRUSTED_MS ? difference : 0
}
