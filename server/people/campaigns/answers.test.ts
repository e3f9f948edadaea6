import { describe, expect, test } from 'vitest'
import type { Accepted } from '../../core/settings/read-settings.ts'
import { outcomeOf } from './answers.ts'

const URL = 'https://sms.example/api/token%2Fwith%2Fslashes/send?key=s3cret%2Bkey&pass=abcd&to={phone}&text={message}'
const judge = (body: string, accepted?: Accepted, status = 200) =>
  outcomeOf({ url: URL, ...(accepted && { accepted }) }, { status, body, isWhole: true })

describe('without a rule a 2xx answer', () => {
  // As gateways in use answer.
  test.each([
    '',
    'OK',
    'Ok: SMS Sent Successfully To +8801711000001',
    '{"ok":"whatever"}',
    '{"response_code":202,"success_message":"SMS Submitted Successfully 1","error_message":""}',
    '{"status":"SUCCESS","status_code":200,"error_message":"","smsinfo":[{"sms_status":"SUCCESS"}]}',
    '{"error":0,"msg":"Request successfully submitted","data":{"request_id":7}}',
    '{"ErrorCode":"000","ErrorMessage":"Success","JobId":"381055"}',
    '{"sid":"SM1","error_code":null,"error_message":null,"status":"queued"}',
    '{"error":false,"errors":[],"error_text":"No error"}',
    '{"error":{"code":0,"message":""}}',
    '[{"to":"01711000001","status":"SENT"}]',
    '[]',
    'null',
    '"text"',
    '{"broken',
  ])('%s counts as sent', (body) => {
    expect(judge(body).state).toBe('sent')
  })

  test.each([
    '{"response_code":1007,"error_message":"Balance Insufficient"}',
    '{"response_code":1007,"success_message":"","error_message":"Balance Insufficient"}',
    '{"status":"FAILED","status_code":4003,"error_message":"IP Blacklisted"}',
    '{"statusCode":"208","status":"Failed","responseResult":"No balance"}',
    '{"error":403,"msg":"Invalid key"}',
    '{"error":true}',
    '{"error":{"code":7,"message":"No balance"}}',
    '{"errors":["No balance"]}',
    '{"success":false,"message":"No balance"}',
    '{"Error":"Unsuccessful"}',
    '[{"to":"1","status":"FAILED","statusmsg":"Invalid Number"}]',
    'Error: 1007 Balance Insufficient',
  ])('%s is a refusal, with these words', (body) => {
    expect(judge(body)).toEqual({ state: 'refused', answer: `status 200: ${body}` })
  })

  test('that reports both is unclear: sent again, a customer might get it twice', () => {
    expect(judge('{"success":true,"error":"One of two routes failed"}').state).toBe('unclear')
  })

  test('nested deeper than any program needs harms nothing', () => {
    const depth = 30_000
    expect(judge(`${'{"error":'.repeat(depth)}1${'}'.repeat(depth)}`).state).toBe('refused')
  })
})

describe('with a rule', () => {
  test.each([
    [{ field: '', value: 'SUCCESS' }, 'Status: success.', 'sent'],
    [{ field: '', value: 'success' }, 'UNSUCCESSFUL', 'refused'],
    [{ field: '', value: '1701' }, '1701|8801711000001:77', 'sent'],
    [{ field: '', value: '1701' }, '1702|8801701170100', 'refused'],
    [{ field: '', value: 'status=OK (1)' }, 'x status=OK (1)', 'sent'],
    [{ field: '', value: '[\\^$.*+?()|/-]{}' }, 'said [\\^$.*+?()|/-]{} here', 'sent'],
    [{ field: '', value: 'গৃহীত' }, 'বার্তা গৃহীত।', 'sent'],
    [{ field: 'response_code', value: '202' }, '{"response_code":"202"}', 'sent'],
    [{ field: 'response_code', value: '202' }, '{"response_code":2020}', 'refused'],
    [{ field: 'response_code', value: '202' }, 'response_code 202', 'refused'],
    [{ field: 'success', value: 'true' }, '{"success":true}', 'sent'],
    [{ field: '0.status', value: 'sent' }, '[{"status":"SENT"}]', 'sent'],
    [{ field: 'data.0.status', value: 'SENT' }, '{"data":[{"status":"FAILED"}]}', 'refused'],
    [{ field: 'constructor.name', value: 'Object' }, '{}', 'refused'],
    // The rule alone decides.
    [{ field: 'code', value: '1' }, '{"code":1,"error":"Old API"}', 'sent'],
  ] as const)('%j and %s', (accepted, body, state) => {
    expect(judge(body, accepted).state).toBe(state)
  })
})

describe('the words', () => {
  test('hold no part of the address, are one short line, and can be stored', () => {
    expect(judge('Wrong key s3cret+key or s3cret%2Bkey, abcd, token\\/with\\/slashes', undefined, 401).answer).toBe(
      'status 401: Wrong key ... or ..., ..., ...',
    )
    expect(judge('<html><style>p { x }</style><p>Bad\n\tgate\u0000way</p></html>', undefined, 502)).toEqual({
      state: 'unclear',
      answer: 'status 502: Bad gateway',
    })
    const long = judge('😀'.repeat(5_000), undefined, 500).answer
    expect(long.length).toBeLessThan(220)
    expect(long.isWellFormed()).toBe(true)
    expect(judge('<'.repeat(60_000), undefined, 500).state).toBe('unclear')
  })
})
