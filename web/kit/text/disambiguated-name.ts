import { nameOf } from './name-of.ts'

interface NamedAdmin {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
}

/** A colleague's name with the username that no other has: 'Karim Hossain (karim)'. For a question about him alone. */
export const nameWithUsername = (admin: NamedAdmin): string => `${nameOf(admin)} (${admin.username})`

/** What a colleague is called in a choice of one among `all`: his name, with his username where another has the same name. */
export const nameAmong = (admin: NamedAdmin, all: readonly NamedAdmin[]): string =>
  all.some((one) => one.username !== admin.username && nameOf(one) === nameOf(admin)) ? nameWithUsername(admin) : nameOf(admin)
