import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('**/*.{ts,tsx}', { cwd: WEB })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(WEB + path, 'utf8')] as const)
const filesWith = (pattern: RegExp) => sources.flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).sort()

/** Forms whose text nobody would miss, that are secret, or that a hook of their screen stores. */
const STORED_ELSEWHERE: Readonly<Record<string, string>> = {
  'app/ConfirmAgain.tsx': 'a password',
  'desk/DecisionForm.tsx': 'the note is of the form around it: StatusForm of orders and product orders',
  'campaigns/MessageStep.tsx': 'SendSmsPage stores the message',
  'forms/FormPage.tsx': 'the form of useRecordForm',
  'lists/Pager.tsx': 'the number of a page',
  'lists/filters/SearchBox.tsx': 'in the address',
  'permissions/GrantsForm.tsx': 'useChoice stores it',
  'profile/security/AddTotp.tsx': 'a code',
  'sessions/LoginPage.tsx': 'a password',
  'sessions/SecondFactor.tsx': 'a code',
  'topup-packages/PriceCell.tsx': 'one figure in the row that it replaces',
}

test('a form screen has no other state than useRecordForm’s, which stores it', () => {
  expect(filesWith(/^import \{[^}]*\buseForm\b[^}]*\} from '@mantine\/form'/m)).toEqual(['forms/use-record-form.ts'])
  expect(filesWith(/\buseRestoredForm\(\{/)).toEqual(['forms/use-record-form.ts', 'forms/use-restored-form.ts'])
})

test('every other form stores what is typed in it', () => {
  const forgetful = filesWith(/<form\b/).filter(
    (path) => !filesWith(/\b(useRestoredState|useDraft)(<.*>)?\(/).includes(path) && !(path in STORED_ELSEWHERE),
  )
  expect(forgetful).toEqual([])
})
