import { expect, onTestFinished, test, vi } from 'vitest'
import { keepReading, pauseAfter, type Stream, type StreamEvent, splitter } from './live-stream.ts'

/** A stream whose server answers with what the test hands out, one reply per opening. */
const readFrom = (replies: (Response | Error | ((signal: AbortSignal) => Response))[], network = new EventTarget()) => {
  const seen: string[] = []
  const closing = new AbortController()
  let opened = 0
  const stream: Stream = {
    open: async (signal) => {
      const reply = replies[opened]
      opened += 1
      if (reply instanceof Error) throw reply
      if (reply) return typeof reply === 'function' ? reply(signal) : reply
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    onEvent: ({ name }) => seen.push(name),
    onCut: () => seen.push('cut'),
    onRefused: (status) => seen.push(String(status)),
    signal: closing.signal,
    network,
  }
  return { done: keepReading(stream), seen, close: () => closing.abort(), network, opened: () => opened }
}

/** A reply whose body stays open, as a live one does, until its reader gives up. */
const openReply = (text: string) => (signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode(text))
        signal.addEventListener('abort', () => body.error(signal.reason))
      },
    }),
  )

test('events come whole, however the text is cut', () => {
  const text = 'event: ready\ndata: {}\n\n: still here\n\nevent: order\ndata: {"id":7,"note":"a: b \\n\\n c"}\n\nevent: stale\nda'
  const whole = [
    { name: 'ready', data: {} },
    { name: 'order', data: { id: 7, note: 'a: b \n\n c' } },
  ]
  for (let size = 1; size <= text.length; size += 1) {
    const events: StreamEvent[] = []
    const add = splitter((event) => events.push(event))
    for (let at = 0; at < text.length; at += size) add(text.slice(at, at + size))
    expect(events).toEqual(whole)
  }
})

test('a stream that ends is opened again, and a refusal ends it for good', async () => {
  const reader = readFrom([
    new Response('event: ready\ndata: {}\n\n'),
    new Error('no network'),
    new Response('no', { status: 503 }),
    new Response('event: ready\ndata: {}\n\n'),
    new Response('no', { status: 403 }),
  ])
  const goOn = setInterval(() => reader.network.dispatchEvent(new Event('online')), 5)
  await reader.done
  clearInterval(goOn)
  expect(reader.seen).toEqual(['ready', 'cut', 'cut', 'cut', 'ready', 'cut', 'cut', '403'])
  expect(reader.opened()).toBe(5)
})

test('going offline cuts the stream; being online again ends the pause', async () => {
  // No pause ends by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const reader = readFrom([openReply('event: ready\ndata: {}\n\n'), ...Array(6).fill(new Error('offline'))])
  await expect.poll(() => reader.seen).toEqual(['ready'])
  reader.network.dispatchEvent(new Event('offline'))
  await expect.poll(() => reader.seen).toEqual(['ready', 'cut'])
  for (let opening = 2; opening <= 6; opening += 1) {
    reader.network.dispatchEvent(new Event('online'))
    for (let turn = 0; turn < 1_000 && reader.opened() < opening; turn += 1) await new Promise((soon) => setImmediate(soon))
    expect(reader.opened()).toBe(opening)
  }
  reader.close()
  await reader.done
})

test('leaving cuts nothing and opens nothing', async () => {
  const reader = readFrom([])
  await expect.poll(reader.opened).toBe(1)
  reader.close()
  await reader.done
  expect(reader.seen).toEqual([])
})

test('pauses grow to 20 s, and browsers do not come back in step', () => {
  expect([0, 1, 2, 3].map((failures) => pauseAfter(failures, 1))).toEqual([500, 1_000, 2_000, 4_000])
  expect(pauseAfter(30, 1)).toBe(20_000)
  expect(pauseAfter(30, 0)).toBe(10_000)
})
