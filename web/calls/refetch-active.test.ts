import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { refetchActive } from './refetch-active.ts'

/** A screen that reads a path, and a server whose replies are held until they are let go; each says which reading it answers. */
function startReading(path: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const replies: ((data: number) => void)[] = []
  const cut: number[] = []
  const read = (question: number) => ({
    queryKey: [path, { question }],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const reading = replies.length + 1
      signal.addEventListener('abort', () => cut.push(reading))
      return new Promise<number>((resolve) => replies.push(resolve))
    },
  })
  const screen = new QueryObserver<number>(client, read(1))
  onTestFinished(screen.subscribe(() => undefined))
  return {
    receiveEvent: () => void refetchActive(client, [path]),
    ask: (question: number) => screen.setOptions(read(question)),
    letGo: (reading: number) => replies[reading - 1]?.(reading),
    refuse: () => client.cancelQueries({ queryKey: [path] }),
    /** How many readings were begun, which were cut off, and what is on screen. */
    seen: () => [replies.length, cut, screen.getCurrentResult().data],
  }
}

const eventually = (seen: () => unknown) => expect.poll(seen, { interval: 5 })
/** Until whatever was to be read is being read. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('news faster than replies cut off no read, and each is followed by one more', async () => {
  const { receiveEvent, letGo, seen } = startReading('/fast')
  letGo(1)
  await eventually(seen).toEqual([1, [], 1])
  for (let news = 0; news < 5; news++) {
    receiveEvent()
    await settled()
  }
  expect(seen()).toEqual([2, [], 1])
  letGo(2)
  await eventually(seen).toEqual([3, [], 2])
  receiveEvent()
  await settled()
  letGo(3)
  await eventually(seen).toEqual([4, [], 3])
  letGo(4)
  await eventually(seen).toEqual([4, [], 4])
  // Nothing is left over: the next news are one reading.
  receiveEvent()
  letGo(5)
  await eventually(seen).toEqual([5, [], 5])
  await settled()
  expect(seen()).toEqual([5, [], 5])
})

test('a first reading during which news come is followed by another', async () => {
  const { receiveEvent, letGo, seen } = startReading('/first')
  receiveEvent()
  letGo(1)
  await eventually(seen).toEqual([2, [], 1])
  letGo(2)
  await eventually(seen).toEqual([2, [], 2])
})

test('the reading of a new question, during which news come, is followed by another', async () => {
  const { ask, receiveEvent, letGo, seen } = startReading('/question')
  letGo(1)
  await eventually(seen).toEqual([1, [], 1])
  receiveEvent()
  ask(2)
  // What nobody asks for any more is given up.
  await eventually(seen).toEqual([3, [2], undefined])
  receiveEvent()
  letGo(3)
  await eventually(seen).toEqual([4, [2], 3])
  letGo(4)
  await eventually(seen).toEqual([4, [2], 4])
})

test('a reading that is cut off by something else leaves the news to the next', async () => {
  const { receiveEvent, letGo, refuse, seen } = startReading('/cut')
  letGo(1)
  await eventually(seen).toEqual([1, [], 1])
  receiveEvent()
  await settled()
  receiveEvent()
  await refuse()
  await eventually(seen).toEqual([3, [2], 1])
  letGo(3)
  await eventually(seen).toEqual([3, [2], 3])
})
