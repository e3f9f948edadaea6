import { expect, test } from 'vitest'
import { listenError } from './listening.ts'

test.each([
  ['EADDRNOTAVAIL', /^HOST 192\.0\.2\.1 is not an address of this machine: /],
  ['ENOTFOUND', /^HOST 192\.0\.2\.1 is not an address of this machine: /],
  ['EACCES', /^PORT 80 may not be used by this user: take one from 1024 on, and put a proxy in front\.$/],
  ['EADDRINUSE', /^Port 80 on 192\.0\.2\.1 is in use already: /],
  ['EMFILE', /^as it came$/],
])('what %s means is reported by the name of the setting', (code, output) => {
  const error = Object.assign(new Error('as it came'), { code })
  expect(listenError(error, { HOST: '192.0.2.1', PORT: 80 })).toMatchObject({ message: expect.stringMatching(output) })
})
