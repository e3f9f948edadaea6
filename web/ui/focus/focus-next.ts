/** Ref for a button that its own click removes: the focus moves to `next`, else to its dialog, else to the title. */
export function focusNext(button: HTMLElement | null, next?: HTMLElement | null) {
  const dialog = button?.closest<HTMLElement>('[role="dialog"]')
  return () => {
    if (document.activeElement !== button) return
    // Waits until the replacement, with its own title, is mounted.
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      const place = [next, dialog].find((element) => element?.isConnected) ?? document.querySelector('h1')
      place?.focus({ preventScroll: true })
    })
  }
}
