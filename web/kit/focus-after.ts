/** Back to the button, or, where its row has left the list, to the row that took its place: never to the page's beginning. */
export function focusAfter(from: HTMLElement): () => void {
  const body = from.closest('tbody')
  const at = from.closest('tr')?.sectionRowIndex ?? 0
  return () => {
    if (from.isConnected) return from.focus()
    const rows = [...(body?.rows ?? [])]
    const next = [...rows.slice(at), ...rows.slice(0, at).reverse()].map((other) =>
      other.querySelector<HTMLElement>('[data-action] :is(button, a)'),
    )
    const target = next.find((button) => button !== null) ?? document.querySelector<HTMLElement>('h1')
    target?.focus()
  }
}
