const ASK_EVERY_MS = 500

const now = () => `${new Date().toISOString().slice(0, 19)}Z`

/** Returns a listener for lost connections. It says once that the database is lost, and once when `ask` succeeds again. */
export const lossReporter = (ask: () => Promise<unknown>, say: (line: string) => void) => {
  let isLost = false
  const tellItAnswers = () => {
    isLost = false
    say(`${now()} The database answers again`)
  }
  const askAgain = (): NodeJS.Timeout => setTimeout(() => ask().then(tellItAnswers, askAgain), ASK_EVERY_MS).unref()
  return (error: Error): void => {
    if (isLost) return
    isLost = true
    say(`${now()} Database connection lost: ${error.message}`)
    askAgain()
  }
}
