/** Target of the focus when 'Clear' is removed by its own click. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('#content [type="search"]')?.focus()
