/**
 * The ref of a button that goes at its own click: the focus that it had goes on to `next`, else to the dialog that it stood in, else to
 * the screen's title, unless something else has taken it.
 */
export function focusOnwards(button: HTMLElement | null, next?: HTMLElement | null) {
  const dialog = button?.closest<HTMLElement>('[role="dialog"]')
  return () => {
    if (document.activeElement !== button) return
    // What takes the button's place is there by then, with a title of its own.
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      const place = [next, dialog].find((element) => element?.isConnected) ?? document.querySelector('h1')
      place?.focus({ preventScroll: true })
    })
  }
}
