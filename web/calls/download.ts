import type { z } from 'zod'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { ApiError, parse, requestOf } from './api.ts'
import { endSession, readSession } from './session-store.ts'

/** Sends a call that returns a file, and saves the file. It has no time-out. */
export async function download<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
): Promise<void> {
  const token = readSession()?.token
  const request = requestOf(endpoint, input as Record<string, unknown>, token)
  const response = await fetch(request.url, request.init).catch(() => {
    throw new ApiError(0)
  })
  if (!response.ok) {
    const body = parse(await response.text().catch(() => ''))
    if (response.status === 401 && token) endSession(token)
    throw new ApiError(response.status, body?.message, body?.errors, body?.data)
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'
  // The connection was cut: never save half a file.
  const file = await response.blob().catch(() => {
    throw new ApiError(0)
  })
  save(file, name)
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
