/** The upper part of a version counts edits, the lower part movements of money or stock (version_with_moves). */
const MOVES = 2 ** 32

/** Whether a row has changed since its version was read. Movements count where the call would overwrite them. */
export const isOutdated = (seen: number | undefined, now: number, overwritesMoves: boolean): boolean =>
  seen !== undefined && (overwritesMoves ? seen !== now : Math.floor(seen / MOVES) !== Math.floor(now / MOVES))
