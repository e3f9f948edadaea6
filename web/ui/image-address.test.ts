import { expect, test } from 'vitest'
import { isOwnImage } from './image-address.ts'

test.each([
  ['', false],
  ['/images/mina.png', true],
  ['mina.png', true],
  ['https://shop.example/mina.png', false],
  ['//shop.example/mina.png', false],
])('a picture at %j may be shown: %j', (image, isOwn) => {
  expect(isOwnImage(image)).toBe(isOwn)
})
