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
  const { url, init } = requestOf(endpoint, input as Record<string, unknown>, token)
  const { file, headers } = await fetchFile(url, init, token)
  save(file, /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv')
}

/** Shows the API reference in a new tab. A plain link would ask for it without the token. */
export async function openApiReference(): Promise<void> {
  // Before waiting: browsers open tabs only on a click.
  const tab = window.open('')
  const token = readSession()?.token
  try {
    const { file } = await fetchFile('/api/docs', { headers: { authorization: token ?? '' } }, token)
    if (tab) tab.location.href = URL.createObjectURL(file)
  } catch (error) {
    tab?.close()
    throw error
  }
}

async function fetchFile(url: string, init: RequestInit, token: string | undefined): Promise<{ file: Blob; headers: Headers }> {
  const response = await fetch(url, init).catch(() => {
    throw new ApiError(0)
  })
  if (!response.ok) {
    const body = parse(await response.text().catch(() => ''))
    if (response.status === 401 && token && body) endSession(token)
    throw new ApiError(response.status, body)
  }
  // The connection was cut: never save half a file.
  const file = await response.blob().catch(() => {
    throw new ApiError(0)
  })
  return { file, headers: response.headers }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
