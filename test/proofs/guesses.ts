import { statusesOf, together } from '../support/at-once.ts'

/**
 * Sends one guess until the server has looked at it: on a slow machine those that waited too long for a connection are told to come
 * again, before anything of them was counted.
 */
export const untilLookedAt = async (guess: () => Promise<Response>): Promise<Response> => {
  for (;;) {
    const reply = await guess()
    if (reply.status !== 503) return reply
    await reply.body?.cancel()
  }
}

/** Guesses a password many times at once and answers how often each status came. */
export const guessAtOnce = async (
  url: string,
  identity: string,
  times: number,
  headersOf: (at: number) => Record<string, string> = () => ({}),
): Promise<Record<number, number>> => {
  const replies = await together(times, (at) =>
    untilLookedAt(() =>
      fetch(`${url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(at) },
        body: JSON.stringify({ identity, password: `guess number ${at}` }),
      }),
    ),
  )
  return statusesOf(replies)
}
