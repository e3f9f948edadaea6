export const ROLES = ['super', 'sub'] as const
export type Role = (typeof ROLES)[number]

/** What a role may beside its modules. A role that leaves one open does not compile. */
const RIGHTS = {
  super: { hold_all_modules: true, run_the_shop: true, take_over: true, decide_own: true, correct: true },
  sub: { hold_all_modules: false, run_the_shop: false, take_over: false, decide_own: false, correct: false },
} as const satisfies Record<Role, Record<Right, boolean>>

export type Right =
  | 'hold_all_modules'
  /** Settings, admins, books and status; what every admin owns, and what was deleted. */
  | 'run_the_shop'
  /** Orders that another admin holds. */
  | 'take_over'
  /** What concerns one's own money or was changed by oneself. */
  | 'decide_own'
  /** What is closed. */
  | 'correct'

interface Holder {
  readonly role: Role | undefined
}

export const may = (admin: Holder | undefined, right: Right): boolean => admin?.role !== undefined && RIGHTS[admin.role][right]

export const rolesThatMay = (right: Right): Role[] => ROLES.filter((role) => RIGHTS[role][right])

export const ROLE_NAMES: Readonly<Record<Role, string>> = { super: 'Super admin', sub: 'Sub-admin' }
