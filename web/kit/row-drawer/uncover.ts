/** What lay under a drawer can be used again, and take the focus; nothing else on a screen with such drawers is inert. */
export const uncover = (): void => {
  for (const part of document.querySelectorAll<HTMLElement>('[inert]')) part.inert = false
}
