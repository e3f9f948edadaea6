import { nameOf } from './name-of.ts'

interface NamedAdmin {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
}

/** An admin's name with the unique username, for a confirmation: 'Karim Hossain (karim)'. */
export const nameWithUsername = (admin: NamedAdmin): string => `${nameOf(admin)} (${admin.username})`

/** An admin's name among `all`, with the username only if another admin has the same name. */
export const disambiguatedName = (admin: NamedAdmin, all: readonly NamedAdmin[]): string =>
  all.some((one) => one.username !== admin.username && nameOf(one) === nameOf(admin)) ? nameWithUsername(admin) : nameOf(admin)
