import type { ModuleKey } from '#contract/access.ts'
import type { Role } from '#contract/roles.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { writeModules } from '../start/start-up.ts'

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
} as const satisfies Record<string, { role: Role; modules: readonly ModuleKey[]; [column: string]: unknown }>

export type Ids<Name extends string> = Readonly<Record<Name, number>>

/** The ids of rows that were inserted in the order of their names. */
export const idsOf = async <Name extends string>(
  names: readonly Name[],
  inserted: Promise<{ id: number }[]>,
): Promise<Ids<Name>> => {
  const rows = await inserted
  return Object.fromEntries(names.map((name, at) => [name, rows[at]?.id])) as Ids<Name>
}

export const addPeople = async (db: Db, password_hash: string): Promise<Ids<keyof typeof people>> => {
  const names = Object.keys(people) as (keyof typeof people)[]
  await writeModules(db)
  const staff = names.map((name) => {
    const { modules: _, ...row } = people[name]
    return { ...row, password_hash }
  })
  const ids = await idsOf(names, db.insertInto('admins').values(staff).returning('id').execute())
  for (const name of names) {
    const grant = 'insert into admin_modules (admin_id, auth_module_id) select $1, id from auth_modules where key = any($2)'
    await query(db, grant, [ids[name], people[name].modules])
  }
  return ids
}
