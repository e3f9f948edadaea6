import { setTimeout as sleep } from 'node:timers/promises'

const ASK_EVERY_MS = 500

const now = () => `${new Date().toISOString().slice(0, 19)}Z`

/** Returns a listener for lost connections. It says once that the database is lost, and once when `ask` succeeds again. */
export const lossReporter = (ask: () => Promise<unknown>, say: (line: string) => void) => {
  let isLost = false
  const untilItAnswers = async () => {
    do await sleep(ASK_EVERY_MS, undefined, { ref: false })
    while (
      !(await ask().then(
        () => true,
        () => false,
      ))
    )
    isLost = false
    say(`${now()} The database answers again`)
  }
  return (error: Error): void => {
    if (isLost) return
    isLost = true
    say(`${now()} Database connection lost: ${error.message}`)
    void untilItAnswers()
  }
}
