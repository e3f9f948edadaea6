import { expect, test } from 'vitest'
import { chooseSeed, type Random, randomFrom } from '../../../test/support/random.ts'
import { networkOf } from './network.ts'

/** An IPv6 address in one of the ways in which it may be written. */
const spell = (groups: readonly number[], random: Random): string => {
  const written = groups.map((group) => {
    const bare = group.toString(16)
    const padded = random.chance(0.3) ? bare.padStart(4, '0') : bare
    return random.chance(0.3) ? padded.toUpperCase() : padded
  })
  const [high = 0, low = 0] = groups.slice(6)
  if (random.chance(0.2)) written.splice(6, 2, [high >> 8, high & 255, low >> 8, low & 255].join('.'))
  const isZero = (at: number) => /^0+$/.test(written[at] ?? '')
  const [from, until] = [random.below(written.length), random.below(written.length)].toSorted((a, b) => a - b) as [number, number]
  const zeros = Array.from({ length: until - from + 1 }, (_, at) => from + at)
  const text = zeros.every(isZero)
    ? `${written.slice(0, from).join(':')}::${written.slice(until + 1).join(':')}`
    : written.join(':')
  return random.chance(0.1) ? `${text}%eth0` : text
}

test('addresses of one /64 are one network in any spelling; others are not', () => {
  const seed = chooseSeed()
  console.log(`networks, SEED=${seed}`)
  const random = randomFrom(seed)
  // Zeros are what spellings differ in.
  const group = () => (random.chance(0.5) ? 0 : random.below(0x10000))
  for (let round = 0; round < 2_000; round++) {
    const network = [0x2001, group(), group(), group()]
    const another = network.with(random.below(4), 0x10000 - 1 - random.below(0x8000))
    const host = () => Array.from({ length: 4 }, group)
    const [one, other] = [spell([...network, ...host()], random), spell([...network, ...host()], random)]
    const plain = `${network.map((part) => part.toString(16)).join(':')}::/64`
    expect([one, networkOf(one)]).toEqual([one, plain])
    expect([other, networkOf(other)]).toEqual([other, plain])
    if (another.join() === network.join()) continue
    const beyond = spell([...another, ...host()], random)
    expect([beyond, networkOf(beyond) === plain]).toEqual([beyond, false])
  }
})

test('an IPv4 address is itself, also where it is written as IPv6', () => {
  const seed = chooseSeed()
  console.log(`IPv4 as IPv6, SEED=${seed}`)
  const random = randomFrom(seed)
  for (let round = 0; round < 500; round++) {
    const bytes = Array.from({ length: 4 }, () => random.below(256)) as [number, number, number, number]
    const address = bytes.join('.')
    const [high, low] = [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]]
    const written = spell([0, 0, 0, 0, 0, 0xffff, high, low], random)
    expect([written, networkOf(written)]).toEqual([written, address])
    expect(networkOf(address)).toBe(address)
  }
})

test.each([
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s is of %s', (address, network) => expect(networkOf(address)).toBe(network))
