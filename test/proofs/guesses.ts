import { statusesOf, together } from '../support/at-once.ts'

/** Guesses a password many times at once and answers how often each status came. */
export const guessAtOnce = async (
  url: string,
  identity: string,
  times: number,
  headersOf: (at: number) => Record<string, string> = () => ({}),
): Promise<Record<number, number>> => {
  const replies = await together(times, (at) =>
    fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(at) },
      body: JSON.stringify({ identity, password: `guess number ${at}` }),
    }),
  )
  return statusesOf(replies)
}
