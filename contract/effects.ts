/** What calls do that costs money or trust when the wrong person does it. `confirm`: the caller must have confirmed lately who they are. */
export const effects = {
  money: { about: 'Moves money, or decides or changes what moves it', confirm: false },
  write_off: { about: 'Writes money off', confirm: true },
  rights: { about: 'Changes roles and permissions', confirm: true },
  people: { about: 'Creates and deletes admins, changes the names and emails by which they sign in', confirm: true },
  credentials: { about: 'Changes second factors, and passwords of others', confirm: true },
  own_password: { about: 'Changes one’s own password, which the present one opens', confirm: false },
  sign_in: { about: 'Opens, confirms and ends sessions, and counts failed sign-ins', confirm: false },
  customers: { about: 'Creates, edits and deletes customers, sets their passwords', confirm: false },
  policies: { about: 'Changes limits and policies', confirm: true },
  addresses: { about: 'Changes where messages, secrets and customers’ payments go', confirm: true },
  secrets: { about: 'Changes the secrets of the shop', confirm: true },
  books: { about: 'Stops money, or lets it move again', confirm: false },
  reveals: { about: 'Reveals many codes', confirm: true },
  exports: { about: 'Exports data in bulk', confirm: true },
} as const satisfies Record<string, { readonly about: string; readonly confirm: boolean }>

export type Effect = keyof typeof effects

/** An effect of every such call; of those whose input says so; or, without `when`, of those whose rows do: then the handler asks. */
export type EffectOf<I> = Effect | { readonly effect: Effect; when?(input: I): boolean }

interface Effective<I> {
  readonly effects: readonly EffectOf<I>[]
}

const effectName = <I>(one: EffectOf<I>): Effect => (typeof one === 'string' ? one : one.effect)

/** Everything that the call may do. */
export const effectsOf = <I>(endpoint: Effective<I>): Effect[] => endpoint.effects.map(effectName)

/** Whether every such call needs a sign-in, password or second factor of the last CONFIRM_MINUTES. */
export const mustConfirm = <I>(endpoint: Effective<I>): boolean =>
  endpoint.effects.some((one) => typeof one === 'string' && effects[one].confirm)

/** Whether a call with this input needs it. */
export const mustConfirmFor = <I>(endpoint: Effective<I>, input: I): boolean =>
  endpoint.effects.some((one) => effects[effectName(one)].confirm && (typeof one === 'string' || one.when?.(input) === true))

/** Whether some call needs it. */
export const mayConfirm = <I>(endpoint: Effective<I>): boolean => effectsOf(endpoint).some((effect) => effects[effect].confirm)

export const movesMoney = <I>(endpoint: Effective<I>): boolean => effectsOf(endpoint).includes('money')

/** What the program does by itself, with the effects that this needs. `upkeep` seals the audit log and forgets old idempotency keys. */
export const SYSTEM_ACTS = {
  'calls.keepKey': [],
  'jobs.checkBooks': ['books'],
  'jobs.forgetKeys': ['upkeep'],
  'jobs.forgetSignIns': ['sign_in'],
  'jobs.sealAudit': ['upkeep'],
  'sessions.loginFailed': ['sign_in'],
  'vouchers.countLookup': ['sign_in'],
} as const satisfies Record<string, readonly (Effect | 'upkeep')[]>
