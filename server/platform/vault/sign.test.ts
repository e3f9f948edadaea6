import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WEBHOOK_HEADERS, WEBHOOK_MAX_AGE_SECONDS, WebhookMessage } from '#contract/webhooks.ts'
import { signMessage } from './sign.ts'

const PAGE = readFileSync(new URL('../../../docs/store-api.md', import.meta.url), 'utf8')

const example = (name: string): string => new RegExp(`^${name} {2,}(.+)$`, 'm').exec(PAGE)?.[1] ?? ''

test('the documented example of a signature is what the server signs', () => {
  const body = example('body')
  expect(WebhookMessage.parse(JSON.parse(body))).toEqual(JSON.parse(body))
  expect(signMessage(example('secret'), example('timestamp'), body)).toBe(example('signature'))
})

test('the document names every header and the age of a timestamp', () => {
  for (const name of Object.values(WEBHOOK_HEADERS)) expect(PAGE).toContain(`\`${name}\``)
  expect(PAGE).toContain(`more than ${WEBHOOK_MAX_AGE_SECONDS} seconds`)
})
