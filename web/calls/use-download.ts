import { useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { t } from '../ui/text/i18n.ts'
import { toastDone, toastFailed, toastPending } from '../ui/toasts.ts'
import { asApiError } from './api.ts'
import { download } from './download.ts'
import { sendConfirmed } from './send-confirmed.ts'

/** Saves the file of an export, with one toast from start to result. */
export function useDownload<I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<I, O>) {
  const [isRunning, setRunning] = useState(false)
  const run = async (input: Sent<Endpoint<I, O>>) => {
    if (isRunning) return
    setRunning(true)
    const toast = toastPending('Exporting...')
    try {
      await sendConfirmed(() => download(endpoint, input))
      toastDone(t('Exported'), toast)
    } catch (error) {
      toastFailed(asApiError(error), toast)
    }
    setRunning(false)
  }
  return { run, isRunning }
}
