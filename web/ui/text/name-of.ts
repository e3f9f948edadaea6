/** First and last name; '' if there is no person. */
export const nameOf = (person: { readonly first_name: string; readonly last_name: string } | null | undefined): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : ''
