import { describe, expect, test } from 'vitest'
import { campaigns } from './campaigns.ts'
import { mobileNumber } from './phone.ts'
import { segmentsOf } from './sms-segments.ts'

describe('a Bangladeshi mobile number', () => {
  const same = [
    ...['01711000001', '8801711000001', '+8801711000001', '008801711000001', ' 01711-000 001 ', '+880 1711–000001'],
    ...['(+880) 1711.000001', '০১৭১১০০০০০১', '+৮৮০ ১৭১১ ০০০০০১', '\u202a01711000001\u202c', '1711000001', '1711-000 001'],
    ...['+880 01711000001', '88001711000001', '00880 01711000001', '"01711000001"', "'01711000001", '‘1711000001’'],
  ]
  test.each(same)('%j is 8801711000001', (typed) => expect(mobileNumber(typed)).toBe('8801711000001'))

  const wrong = [
    ...[
      '',
      '0171100000',
      '017110000011',
      '01211000001',
      '711000001',
      '881711000001',
      '8801211000001',
      '+1 415 555 0100',
      '8801711000001x',
    ],
    ...['01711000001,01711000002', '٠١٧١١٠٠٠٠٠١', '++8801711000001', '02-9555555', 'shila'],
  ]
  test.each(wrong)('%j is none', (typed) => expect(mobileNumber(typed)).toBeUndefined())
})

describe('segments', () => {
  const gsm = 'GSM-7'
  const ucs = 'UCS-2'
  const cases: [message: string, encoding: string, characters: number, segments: number, left: number][] = [
    ['', gsm, 0, 0, 160],
    ['a', gsm, 1, 1, 159],
    ['a'.repeat(160), gsm, 160, 1, 0],
    ['a'.repeat(161), gsm, 161, 2, 145],
    ['a'.repeat(306), gsm, 306, 2, 0],
    ['a'.repeat(307), gsm, 307, 3, 152],
    // The euro and braces take two places.
    ['€'.repeat(80), gsm, 80, 1, 0],
    [`${'€'.repeat(80)}a`, gsm, 81, 2, 144],
    // Its two places are not split: the 153rd of the first segment stays empty.
    [`${'a'.repeat(152)}€${'a'.repeat(151)}`, gsm, 304, 2, 0],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, gsm, 305, 3, 152],
    ['line\nbreak é Ü', gsm, 14, 1, 146],
    // What is not in the alphabet makes all of it UCS-2.
    ['ê', ucs, 1, 1, 69],
    ['আ'.repeat(70), ucs, 70, 1, 0],
    ['আ'.repeat(71), ucs, 71, 2, 63],
    [`${'a'.repeat(133)}আ`, ucs, 134, 2, 0],
    ['😀'.repeat(35), ucs, 35, 1, 0],
    // 33 of them in 66 of 67 places.
    ['😀'.repeat(67), ucs, 67, 3, 65],
  ]
  test.each(cases)('%j: %s, %i characters, %i segments, %i left', (message, encoding, characters, segments, left) => {
    expect(segmentsOf(message)).toEqual({ encoding, characters, segments, left })
  })

  const problemOf = (message: string) => campaigns.send.input.safeParse({ message }).error?.issues[0]?.message
  test('a message has at most ten of them, and says something', () => {
    expect([problemOf('a'.repeat(1_530)), problemOf('আ'.repeat(670))]).toEqual([undefined, undefined])
    expect(problemOf('আ'.repeat(671))).toBe('At most 10 segments')
    expect(problemOf('a'.repeat(1_531))).toBe('At most 1530 characters')
    expect([problemOf(' \n\t '), problemOf('')]).toEqual(['Message is required', 'Message is required'])
  })
})
