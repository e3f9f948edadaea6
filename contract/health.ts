import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'

export const health = {
  show: get('/health', {
    access: 'public',
    about: 'Answers once the server is ready',
    input: NoInput,
    output: z.object({ status: z.literal('ok') }),
  }),
}
