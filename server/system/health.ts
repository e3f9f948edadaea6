import type { health } from '#contract/health.ts'
import type { Handlers } from '../platform/context.ts'

export const healthHandlers: Handlers<typeof health> = {
  show: async () => ({ status: 'ok' }),
  async ready(ctx) {
    await ctx.readiness.check()
    return { status: 'ready' }
  },
}
