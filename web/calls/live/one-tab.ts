/** How often a waiting tab pings the working one, and how long it waits for the reply. */
const PING_INTERVAL_MS = 30_000
const PING_TIMEOUT_MS = 10_000

const AWAKE = 'awake'

/** Runs `work` in one tab of the browser, until its signal aborts. Another tab takes over when that one is closed or does not
 * reply: phones and tablets put tabs to sleep with their locks held. A tab that wakes is told by `onLockStolen` and queues
 * again. Without locks (plain http off localhost) every tab works. Returns a function that leaves. */
export function inOneTab(name: string, work: (signal: AbortSignal) => Promise<void>, onLockStolen?: () => void): () => void {
  const closing = new AbortController()
  const { signal } = closing
  if (!navigator.locks) {
    void work(signal)
    return () => closing.abort()
  }
  const channel = new BroadcastChannel(`${name}:awake`)
  let working: AbortSignal | undefined
  let replyTimer: ReturnType<typeof setTimeout> | undefined
  const isWorking = () => working?.aborted === false
  const clearReplyTimer = () => {
    clearTimeout(replyTimer)
    replyTimer = undefined
  }
  const hold = async (options: LockOptions): Promise<void> => {
    const mine = new AbortController()
    try {
      await navigator.locks.request(name, options, () => {
        if (signal.aborted) return
        working = AbortSignal.any([signal, mine.signal])
        clearReplyTimer()
        channel.postMessage(AWAKE)
        return work(working)
      })
      leave()
    } catch {
      if (signal.aborted) return
      mine.abort()
      onLockStolen?.()
      // A tab that stole the lock is still in the queue.
      if (!options.steal) void hold(options)
    }
  }
  // Replies are immediate even from hidden tabs, whose timers run once a minute.
  const pingTimer = setInterval(() => {
    if (isWorking() || replyTimer) return
    channel.postMessage('')
    replyTimer = setTimeout(() => {
      replyTimer = undefined
      if (!isWorking()) void hold({ steal: true })
    }, PING_TIMEOUT_MS)
  }, PING_INTERVAL_MS)
  channel.onmessage = ({ data }) => {
    if (data === AWAKE) clearReplyTimer()
    else if (isWorking()) channel.postMessage(AWAKE)
  }
  const leave = () => {
    closing.abort()
    channel.close()
    clearInterval(pingTimer)
    clearTimeout(replyTimer)
  }
  void hold({ signal })
  return leave
}
