/** Makes everything below a drawer usable and focusable again; nothing else on such screens is inert. */
export const uncover = (): void => {
  for (const part of document.querySelectorAll<HTMLElement>('[inert]')) part.inert = false
}
