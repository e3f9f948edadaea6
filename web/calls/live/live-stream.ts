export interface StreamEvent {
  readonly name: string
  readonly data: unknown
}

export interface Stream {
  open(signal: AbortSignal): Promise<Response>
  onEvent(event: StreamEvent): void
  /** The stream is down and will be reopened after a pause. */
  onCut(): void
  /** The server refused access: not reopened. */
  onRefused(status: number): void
  readonly signal: AbortSignal
  /** Target of 'online' and 'offline' events: the window. */
  readonly network: EventTarget
}

const RETRY_FIRST_MS = 500
const RETRY_MOST_MS = 20_000
/** A stream that a proxy holds back counts as cut. */
const READY_MS = 10_000
/** The server sends a heartbeat at least every 35 s: a connection silent for this long is dead. */
const SILENCE_MS = 50_000

/** Reads an event stream. Reopens it with backoff whenever it ends, until it is refused or the signal aborts. */
export async function keepReading(stream: Stream): Promise<void> {
  for (let failures = 0; !stream.signal.aborted; failures += 1) {
    const end = await readOnce(stream, () => (failures = 0)).catch(() => undefined)
    if (stream.signal.aborted) return
    stream.onCut()
    if (end === 401 || end === 403) return stream.onRefused(end)
    await pause(pauseAfter(failures), stream)
  }
}

/** Reads until the stream ends; returns the HTTP status. */
async function readOnce(stream: Stream, onReady: () => void): Promise<number> {
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  let timer = setTimeout(stop, READY_MS)
  stream.network.addEventListener('offline', stop)
  try {
    const reply = await stream.open(AbortSignal.any([stream.signal, attempt.signal]))
    if (!reply.ok || !reply.body) return reply.status
    const push = splitter((event) => {
      if (event.name === 'ready') onReady()
      stream.onEvent(event)
    })
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE_MS)
      push(part.value)
    }
    return reply.status
  } finally {
    clearTimeout(timer)
    stream.network.removeEventListener('offline', stop)
  }
}

/** Splits text that arrives in chunks of any size into events. */
export function splitter(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s))
      const field = (wanted: string) => fields.find(([name]) => name === wanted)?.[1]
      const data = field('data')
      if (data !== undefined) onEvent({ name: field('event') ?? 'message', data: JSON.parse(data) })
    }
  }
}

/** Backoff, doubled with each failure. Half of it is random, so that the browsers of a shop do not reconnect all at once. */
export const pauseAfter = (failures: number, chance = Math.random()): number =>
  Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MOST_MS) * (0.5 + chance / 2)

/** Ends at once when the network is back. */
function pause(ms: number, { signal, network }: Stream): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      network.removeEventListener('online', over)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    network.addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
}
