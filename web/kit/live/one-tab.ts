/** How often a tab that waits asks whether the one that works is awake, and how long the answer may take. */
const ASK_MS = 30_000
const ANSWER_MS = 10_000

/** What is answered to any other message. */
const AWAKE = 'awake'

/**
 * Does `work` in one tab of the browser, until its signal aborts. Another tab goes on where that one is closed, and where it gives no
 * answer: a system that puts a tab to sleep (phones, tablets) leaves it its locks. The one that wakes hears of it by `onTaken`, and waits
 * for its turn. Without locks (plain http off localhost) each tab works. Returns how to leave.
 */
export function inOneTab(name: string, work: (signal: AbortSignal) => Promise<void>, onTaken?: () => void): () => void {
  const closing = new AbortController()
  const { signal } = closing
  if (!navigator.locks) {
    void work(signal)
    return () => closing.abort()
  }
  const channel = new BroadcastChannel(`${name}:awake`)
  let working: AbortSignal | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const isWorking = () => working?.aborted === false
  const noteAwake = () => {
    clearTimeout(silence)
    silence = undefined
  }
  const hold = async (options: LockOptions): Promise<void> => {
    const mine = new AbortController()
    try {
      await navigator.locks.request(name, options, () => {
        if (signal.aborted) return
        working = AbortSignal.any([signal, mine.signal])
        noteAwake()
        channel.postMessage(AWAKE)
        return work(working)
      })
      leave()
    } catch {
      if (signal.aborted) return
      mine.abort()
      onTaken?.()
      // Who has taken it from another waits for his turn all the while.
      if (!options.steal) void hold(options)
    }
  }
  // An answer comes at once, also from a tab in the background, whose timers run once a minute.
  const asking = setInterval(() => {
    if (isWorking() || silence) return
    channel.postMessage('')
    silence = setTimeout(() => {
      silence = undefined
      if (!isWorking()) void hold({ steal: true })
    }, ANSWER_MS)
  }, ASK_MS)
  channel.onmessage = ({ data }) => {
    if (data === AWAKE) noteAwake()
    else if (isWorking()) channel.postMessage(AWAKE)
  }
  const leave = () => {
    closing.abort()
    channel.close()
    clearInterval(asking)
    clearTimeout(silence)
  }
  void hold({ signal })
  return leave
}
