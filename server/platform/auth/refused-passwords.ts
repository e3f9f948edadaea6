import { Invalid } from '../../errors.ts'
import { shopFacts } from '../../settings/shop-facts.ts'

interface Owner {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
}

const INVISIBLE_ALONE = /^[\s\p{Z}\p{C}]*$/u

let mostUsed: Promise<ReadonlySet<string>> | undefined

/** Loaded when first needed: 49,000 passwords, of which the start needs none. */
const loadMostUsed = () => {
  mostUsed ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map(plainOf)))
  return mostUsed
}

const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase()
/** Letters and inner digits: 'Karim.Hossain-1990' as 'karimhossain'. */
const coreOf = (text: string): string =>
  plainOf(text)
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/^\p{N}+|\p{N}+$/gu, '')

const namesOf = ({ first_name, last_name, username, email }: Owner): string[] => [
  first_name,
  last_name,
  `${first_name}${last_name}`,
  `${last_name}${first_name}`,
  username,
  email,
  email.split('@')[0] ?? '',
  shopFacts().name,
]

/** Throws Invalid, naming the field, for a password that is among the first that anybody would guess. */
export const refuseGuessable = async (password: string, field: string, owner: Owner): Promise<void> => {
  if (INVISIBLE_ALONE.test(password)) throw new Invalid('password_blank', field)
  if ((await loadMostUsed()).has(plainOf(password))) {
    throw new Invalid('password_common', field)
  }
  const core = coreOf(password)
  if (namesOf(owner).some((name) => core !== '' && coreOf(name) === core)) {
    throw new Invalid('password_of_names', field)
  }
}
