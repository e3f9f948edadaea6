import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { Reply, TestApp } from './app.ts'

/** Sends a file to a call that takes one, with its other fields in the address, as a browser does. */
export const sendFile = async <E extends Endpoint>(
  { url }: Pick<TestApp, 'url'>,
  endpoint: E,
  content: string | Uint8Array,
  input: Record<string, unknown>,
  token: string,
): Promise<Reply<Output<E>>> => {
  const form = new FormData()
  form.append(endpoint.upload?.field ?? '', new Blob([content as BlobPart]), 'codes.csv')
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const reply = await fetch(`${url}/api${endpoint.path}?${query}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return { status: reply.status, body: (await reply.json()) as Reply<Output<E>>['body'] }
}
