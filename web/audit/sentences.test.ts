import { expect, test } from 'vitest'
import { FAILED_SIGN_INS, OWNER_ACTS } from '#contract/audit.ts'
import { api } from '#contract/index.ts'
import { texts } from './bn.ts'
import { sentenceOf, subjectInSentence, TEXTS } from './sentences.ts'

const audited = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) =>
    'audit' in endpoint && endpoint.audit?.subject ? [{ action: `${feature}.${name}`, ...endpoint.audit }] : [],
  ),
)

test('every logged change has a sentence, and its subject a name in it', () => {
  expect(audited.length).toBeGreaterThan(60)
  expect(sentenceOf({ action: FAILED_SIGN_INS.action, facts: {} })).toBeDefined()
  for (const action of Object.keys(OWNER_ACTS))
    expect([action, sentenceOf({ action, facts: {} })]).toEqual([action, expect.any(String)])
  for (const { action, subject } of audited) {
    const sentence = sentenceOf({ action, facts: {} })
    expect([action, sentence]).toEqual([action, expect.any(String)])
    if (sentence?.includes('{{record}}')) expect([action, subjectInSentence(subject) in texts]).toEqual([action, true])
  }
})

test('a decision is named by its status', () => {
  const decided = (status: string) => sentenceOf({ action: 'orders.setStatus', facts: { status } })
  expect(decided('completed')).toBe('{{who}} completed {{record}}')
  expect(decided('cancel')).toBe('{{who}} cancelled {{record}}')
  const automatic = { status: 'completed', automatic: 1 }
  expect(sentenceOf({ action: 'payments.receive', facts: automatic })).toBe('{{record}} was completed automatically')
  expect(decided('unknown')).toBe('{{who}} changed the status of {{record}}')
})

test('each sentence is in Bangla, with the same names in it', () => {
  const names = (text: string | undefined) => [...(text ?? '').matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort()
  for (const text of TEXTS) expect([text, names(texts[text])]).toEqual([text, names(text)])
})
