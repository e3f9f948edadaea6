import { latinDigits } from '#contract/text.ts'
import { Invalid } from '../errors.ts'
import { installation } from '../installation.ts'

interface Owner {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
}

const INVISIBLE_ALONE = /^[\s\p{Z}\p{C}]*$/u

const LOCAL_WORDS = [
  ...['topdeck', 'topup', 'dashboard', 'admin', 'recharge', 'diamond', 'wallet', 'bkash', 'nagad', 'rocket', 'upay'],
  ...['bangladesh', 'bangla', 'bengal', 'dhaka', 'dacca', 'chattogram', 'chittagong', 'khulna', 'rajshahi', 'sylhet', 'barishal'],
  ...[
    'barisal',
    'rangpur',
    'mymensingh',
    'cumilla',
    'comilla',
    'gazipur',
    'narayanganj',
    'bogura',
    'bogra',
    'jashore',
    'jessore',
  ],
  ...[
    'coxsbazar',
    'dinajpur',
    'pabna',
    'kushtia',
    'faridpur',
    'tangail',
    'noakhali',
    'feni',
    'savar',
    'tongi',
    'mirpur',
    'uttara',
  ],
  ...['ঢাকা', 'চট্টগ্রাম', 'খুলনা', 'রাজশাহী', 'সিলেট', 'বরিশাল', 'রংপুর', 'ময়মনসিংহ', 'কুমিল্লা', 'বাংলাদেশ'],
]

/** Longer parts take seconds to compare. */
const MEASURED_CHARACTERS = 32
/** Of 4: more than 100 million guesses. */
const LEAST_SCORE = 3

const load = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const options = { l33tMaxSubstitutions: 20, graphs: adjacencyGraphs }
  return {
    mostUsed: new Set(dictionary['passwords-common'].map(plainOf)),
    meter: new ZxcvbnFactory({ ...options, dictionary: { ...dictionary, local: LOCAL_WORDS.map(plainOf) } }),
  }
}
let loaded: ReturnType<typeof load> | undefined

/** Loaded when first needed: 49,000 passwords, of which the start needs none. */
const loadOnce = () => {
  loaded ??= load()
  return loaded
}

const plainOf = (text: string): string => latinDigits(text.normalize('NFKC').toLowerCase())
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
  installation().name,
]

/** Throws Invalid, naming the field, for a password that is among the first that anybody would guess. */
export const refuseGuessable = async (password: string, field: string, owner: Owner): Promise<void> => {
  if (INVISIBLE_ALONE.test(password)) throw new Invalid('password_blank', field)
  const { mostUsed, meter } = await loadOnce()
  if (mostUsed.has(plainOf(password))) throw new Invalid('password_common', field)
  const core = coreOf(password)
  if (namesOf(owner).some((name) => core !== '' && coreOf(name) === core)) {
    throw new Invalid('password_of_names', field)
  }
  const typed = latinDigits(password.normalize('NFKC'))
  const names = namesOf(owner).flatMap((name) => plainOf(name).split(/[^\p{L}\p{M}\p{N}]+/u))
  const parts = new Set([typed.slice(0, MEASURED_CHARACTERS), typed.slice(-MEASURED_CHARACTERS)])
  if ([...parts].every((part) => meter.check(part, names).score < LEAST_SCORE)) throw new Invalid('password_guessable', field)
}
