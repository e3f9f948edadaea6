import type { ModuleKey } from '#contract/access.ts'
import type { Role } from '#contract/sessions.ts'

interface SampleAdmin {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
  readonly phone: string
  readonly role: Role
  readonly modules: readonly ModuleKey[]
}

/** Admins of tests and demo: rahim may do everything, karim has some packages, nadia has no grants. */
export const people = {
  rahim: {
    first_name: 'Rahim',
    last_name: 'Uddin',
    username: 'rahim',
    email: 'rahim@demo.topdeck.example',
    phone: '+880 1700-000001',
    role: 'super',
    modules: [],
  },
  karim: {
    first_name: 'Karim',
    last_name: 'Hossain',
    username: 'karim',
    email: 'karim@demo.topdeck.example',
    phone: '+880 1700-000002',
    role: 'sub',
    modules: ['orders_view', 'orders_work', 'orders_cancel'],
  },
  nadia: {
    first_name: 'Nadia',
    last_name: 'Islam',
    username: 'nadia',
    email: 'nadia@demo.topdeck.example',
    phone: '+880 1700-000003',
    role: 'sub',
    modules: [],
  },
} as const satisfies Record<string, SampleAdmin>
