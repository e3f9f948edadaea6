import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'

export const health = {
  show: get('/health', {
    access: 'public',
    about: 'Answers while the server runs, also without its database',
    input: NoInput,
    output: z.object({ status: z.literal('ok') }),
  }),
  ready: get('/ready', {
    access: 'public',
    about: 'Answers 503 with the reason while calls would fail: for proxies, containers and monitoring',
    input: NoInput,
    output: z.object({ status: z.literal('ready') }),
  }),
}
