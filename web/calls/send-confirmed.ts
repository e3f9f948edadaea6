import { confirm } from '../ui/dialogs/confirm.ts'
import type { ApiError } from './api.ts'

/** Sends a call. Where it needs a confirmation, asks for one and sends it again. */
export const sendConfirmed = <R>(send: () => Promise<R>): Promise<R> =>
  send().catch(async (error: ApiError) => {
    if (error.code === 'confirm_required' && (await confirm({}))) return send()
    throw error
  })
