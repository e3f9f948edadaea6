/**
 * The longest that a test waits for what must come: it measures no speed, as a wait ends with what is awaited. Two cores at 40% of their
 * time need a tenth of it. Whatever waits in a test derives from here.
 */
export const PATIENCE_MS = 60_000

/** The longest that a whole test takes. */
export const TEST_MS = 10 * PATIENCE_MS
