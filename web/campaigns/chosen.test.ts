import { expect, test } from 'vitest'
import {
  addTyped,
  chooseAll,
  chooseNone,
  countChosen,
  inputOf,
  isAtMost,
  isTicked,
  NO_RECIPIENTS,
  tickCustomers,
  tickTyped,
} from './chosen.ts'

const [a, b, c, typed] = ['8801711000001', '8801711000002', '8801711000003', '8801711000009']

const isUnknown = () => false

test('customers are ticked one by one', () => {
  const two = tickCustomers(NO_RECIPIENTS, [a, b], true)
  expect([countChosen(two, 100), isTicked(two, a), isTicked(two, c)]).toEqual([2, true, false])
  const one = tickCustomers(two, [a], false)
  expect(inputOf(one)).toEqual({ phones: [b] })
  expect(countChosen(NO_RECIPIENTS, 100)).toBe(0)
})

test('of everybody, some are left out and taken in again', () => {
  const all = chooseAll(tickCustomers(NO_RECIPIENTS, [a], true))
  expect([countChosen(all, 100), isTicked(all, c)]).toEqual([100, true])
  const less = tickCustomers(all, [a, b], false)
  expect([countChosen(less, 100), isTicked(less, a)]).toEqual([98, false])
  expect(inputOf(tickCustomers(less, [b], true))).toEqual({ phones: [], audience: 'all', except: [a] })
})

test('typed numbers come on top, ticked, each once, beside the chosen customers', () => {
  const with_ = addTyped(addTyped(addTyped(NO_RECIPIENTS, [b], isUnknown), [typed], isUnknown), [b], isUnknown)
  expect([...with_.typed]).toEqual([
    [b, true],
    [typed, true],
  ])
  const off = tickTyped(with_, [b], false)
  expect([countChosen(off, 100), inputOf(off)]).toEqual([1, { phones: [typed] }])
  expect(inputOf(chooseAll(off))).toEqual({ phones: [b, typed], audience: 'all', except: [] })
  const none = chooseNone(chooseAll(off))
  expect([countChosen(none, 100), none.typed.size]).toEqual([0, 2])
})

test('a number counts once, whether it is typed, ticked or both', () => {
  const isA = (number: string) => number === a
  const known = addTyped(NO_RECIPIENTS, [a, typed], isA)
  expect([[...known.typed.keys()], isTicked(known, a), countChosen(known, 100)]).toEqual([[typed], true, 2])
  // A customer who is loaded only after their number was typed.
  const both = tickCustomers(addTyped(NO_RECIPIENTS, [b], isUnknown), [b], true)
  expect(countChosen(both, 100)).toBe(1)
  // One who is ticked, and is not in the list while something else is searched for.
  expect(addTyped(tickCustomers(NO_RECIPIENTS, [c], true), [c], isUnknown).typed.size).toBe(0)
})

test('with everybody chosen, one left out is taken in again', () => {
  const all = tickCustomers(chooseAll(NO_RECIPIENTS), [a], false)
  expect([isAtMost(all), countChosen(all, 100)]).toEqual([false, 99])
  const again = addTyped(all, [a], isUnknown)
  expect([again.typed.size, isAtMost(again), countChosen(again, 100)]).toEqual([0, false, 100])
  expect([isAtMost(addTyped(all, [typed], isUnknown)), isAtMost(addTyped(NO_RECIPIENTS, [typed], isUnknown))]).toEqual([
    true,
    false,
  ])
})

test('with everybody chosen, an unticked typed number is left out', () => {
  const off = tickTyped(addTyped(chooseAll(NO_RECIPIENTS), [typed], isUnknown), [typed], false)
  expect(inputOf(off)).toEqual({ phones: [], audience: 'all', except: [typed] })
  // Of a hundred customers, if it is one of theirs, and all of them if it is nobody's.
  expect([countChosen(off, 100), isAtMost(off)]).toEqual([100, true])
  const again = addTyped(off, [typed], isUnknown)
  expect(inputOf(again)).toEqual({ phones: [typed], audience: 'all', except: [] })
})

test('with everybody chosen, a customer loaded after their number ticks both lines', () => {
  const off = tickTyped(addTyped(chooseAll(NO_RECIPIENTS), [a], isUnknown), [a], false)
  expect(isTicked(off, a)).toBe(false)
  const on = tickCustomers(off, [a], true)
  expect([isTicked(on, a), on.typed.get(a), inputOf(on).except]).toEqual([true, true, []])
  const out = tickCustomers(on, [a], false)
  expect([isTicked(out, a), out.typed.get(a), inputOf(out)]).toEqual([false, false, { phones: [], audience: 'all', except: [a] }])
  expect([countChosen(out, 100), isAtMost(out)]).toEqual([99, false])
  const typedAgain = tickTyped(out, [a], true)
  expect([isTicked(typedAgain, a), inputOf(typedAgain).phones, countChosen(typedAgain, 100)]).toEqual([true, [a], 100])
})
