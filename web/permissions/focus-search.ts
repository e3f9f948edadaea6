/** Where the focus goes from a 'Clear' that goes with what it cleared: to the box to search in. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('#content [type="search"]')?.focus()
