import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#contract/index.ts'
import { IDEMPOTENCY_DAYS } from '#contract/limits.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return escapeHtml(JSON.stringify(json, null, 2))
}

const HEADER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Topdeck API</title></head><body><h1>Topdeck API</h1>
<p>Base path <code>/api</code>. Success: <code>{ success: true, message?, data }</code>. Failure:
<code>{ success: false, message, errors: [{ msg, param? }] }</code>. The token goes into <code>Authorization</code>, bare or after
<code>Bearer</code>; calls marked 'store' take the store key instead, and an <code>Idempotency-Key</code> on every POST: the same
key with the same body has the same reply and one effect, for ${IDEMPOTENCY_DAYS} days.</p>`

/** The API reference, generated from the contract: it cannot say anything that the server does not do. */
export const renderReference = (): string => {
  const features = Object.entries(api).map(([feature, endpoints]) => {
    const calls = Object.values(endpoints).map(
      (endpoint) => `<section><h3>${endpoint.method} /api${escapeHtml(endpoint.path)}</h3><p>${escapeHtml(endpoint.about)}.
Access: <code>${[endpoint.access, ...(endpoint.alsoFor ?? [])].join('</code> or <code>')}</code>${endpoint.keyed ? '; takes an <code>Idempotency-Key</code>' : ''}${(
        endpoint.needs ?? []
      )
        .map((need: { field: string; module: string }) => `; <code>${need.field}</code> may need <code>${need.module}</code>`)
        .join('')}.${endpoint.done ? ` Message: '${escapeHtml(endpoint.done)}'.` : ''}</p>
<details><summary>Input</summary><pre>${shape(endpoint.input, 'input')}</pre></details>
<details><summary>Output</summary><pre>${shape(endpoint.output, 'output')}</pre></details></section>`,
    )
    return `<h2>${feature}</h2>${calls.join('\n')}`
  })
  return `${HEADER}${features.join('\n')}</body></html>`
}

/** Serves the reference at /api/docs. */
export const addReference = async (app: FastifyInstance): Promise<void> => {
  const page = renderReference()
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
