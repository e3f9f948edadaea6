import { z } from 'zod'
import { IDEMPOTENCY_DAYS, WEBHOOK_ATTEMPTS, WEBHOOK_TIMEOUT_MS } from '#contract/limits.ts'
import { type Code, MESSAGES } from '#contract/messages.ts'
import { WEBHOOK_HEADERS, WebhookMessage, webhookPauseSeconds } from '#contract/webhooks.ts'
import type { Route } from './call.ts'
import { takesKey } from './idempotency.ts'
import { FIELD_CODES, refusalsOf } from './refused.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return escapeHtml(JSON.stringify(json, null, 2))
}

const HEADER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Topdeck API</title></head><body><h1>Topdeck API</h1>
<p>For generators of clients: OpenAPI 3.1 at <code>/api/openapi.json</code>, read with the token or the store key.</p>
<p>Base path <code>/api</code>. Success: <code>{ success: true, message?, data }</code>. Failure:
<code>{ success: false, code, message, params, errors: [{ code, msg, param?, params? }], data? }</code>; act on the
<code>code</code>, which <a href="#codes">stays</a>, for <code>message</code> may be reworded; <code>data</code> is what the caller needs in order to go
on, with 409 mostly the present state: <code>price_changed</code> brings the new <code>price</code>. The token goes into
<code>Authorization</code>, bare or after <code>Bearer</code>; calls marked 'store' take the store key instead, which is a secret of
the store's server. An <code>Idempotency-Key</code> may go with the calls that say so, and must with the store's: the same key with
the same body has the same reply and one effect, for ${IDEMPOTENCY_DAYS} days; with another body, or for another call, it is 409. A
refused call keeps nothing: sent again with its key, it is tried again.</p>
<p>Ids count up, with gaps, and can be guessed; the store key opens every record: whose it is (<code>user_id</code>) the store's site has to
check.</p>`

const pausesSeconds = Array.from({ length: WEBHOOK_ATTEMPTS - 1 }, (_, before) => webhookPauseSeconds(before + 1))
const TRIED_HOURS = Math.floor(pausesSeconds.reduce((sum, pause) => sum + pause, 0) / 3_600)

const WEBHOOK = `<h2 id="messages">Webhook</h2>
<p>Every decision on an order, a product order, a wallet add or a withdrawal, as a POST to the address on /settings. Answer 2xx within
${WEBHOOK_TIMEOUT_MS / 1_000} seconds; anything else is a failure, a redirect too. It is tried ${WEBHOOK_ATTEMPTS} times within
${TRIED_HOURS} hours, in order per record, then again when a super admin says so: at least once, so drop the ids that you know. What
is decided while no address is set is never sent, and the edit of an amount is no decision: read the record.</p>
<p><code>${WEBHOOK_HEADERS.id}</code>: the message's id. <code>${WEBHOOK_HEADERS.timestamp}</code>: when this attempt was sent, in
seconds since 1970. <code>${WEBHOOK_HEADERS.signature}</code>: the HMAC-SHA256 of <code>timestamp.body</code> under the secret of
/settings, in hexadecimal; the body as it came, before it is parsed.</p>
<p>A cancelled product order is <code>cancelled</code>, all else <code>cancel</code>. An order or a wallet add that was completed and is
reversed sends <code>….cancel</code>; a wallet add or a withdrawal that is opened again sends <code>….pending</code>, or
<code>….completed</code> where that is done in one step.</p>
<details><summary>Body</summary><pre>${shape(WebhookMessage, 'output')}</pre></details>`

const CODES = `<h2 id="codes">Codes</h2>
<p>With the sentence beside each; <code>{{names}}</code> are the reply's <code>params</code>.</p>
<dl>${Object.entries(MESSAGES)
  .map(([code, sentence]) => `<dt><code>${code}</code></dt><dd>${escapeHtml(sentence)}</dd>`)
  .join('\n')}</dl>`

const nameCodes = (codes: readonly Code[]): string => {
  const own = codes.filter((code) => !FIELD_CODES.includes(code))
  return [...own.map((code) => `<code>${code}</code>`), ...(own.length < codes.length ? ['any code of a field'] : [])].join(', ')
}

const describeCall = (route: Route): string => {
  const { method, path, about, access, alsoFor = [], needs = [], done, input, output } = route.endpoint
  const facts = [
    `Access: <code>${[access, ...alsoFor].join('</code> or <code>')}</code>`,
    ...(takesKey(route.endpoint) ? ['takes an <code>Idempotency-Key</code>'] : []),
    ...needs.map(({ field, module }) => `<code>${field}</code> may need <code>${module}</code>`),
  ]
  const refusals = Object.entries(refusalsOf(route)).map(
    ([status, codes = []]) => `<dt>${status}</dt><dd>${nameCodes(codes)}</dd>`,
  )
  return `<section><h3>${method} /api${escapeHtml(path)}</h3><p>${escapeHtml(about)}.
${facts.join('; ')}.${done ? ` Message: '${escapeHtml(done)}'.` : ''}</p>
<details><summary>Input</summary><pre>${shape(input, 'input')}</pre></details>
<details><summary>Output</summary><pre>${shape(output, 'output')}</pre></details>
<details><summary>Refusals</summary><dl>${refusals.join('')}</dl></details></section>`
}

export const renderReference = (routes: readonly Route[]): string => {
  const features = Map.groupBy(routes, ({ name }) => name.split('.')[0])
  const sections = [...features].map(
    ([feature, calls]) => `<h2 id="${feature}">${feature}</h2>${calls.map(describeCall).join('\n')}`,
  )
  return `${HEADER}${sections.join('\n')}${WEBHOOK}${CODES}</body></html>`
}
