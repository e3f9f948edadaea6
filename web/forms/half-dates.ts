/** Names of date boxes with a partial or impossible date, for which every call has the same sentence. */
export const halfDates = (form: HTMLFormElement | null): string[] =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[data-unfinished]') ?? [])].map(({ name }) => name)
