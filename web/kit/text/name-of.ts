/** A person's name as it is shown: first and last; '' of nobody. */
export const nameOf = (person: { readonly first_name: string; readonly last_name: string } | null | undefined): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : ''
