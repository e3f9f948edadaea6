/** What bench/screens.ts measures: each of these runs in the page, and refers to nothing outside itself. */

/** Where the first row is, and how many rows or cards are wholly in view above what is fixed at the bottom. */
export const measureRows = () => {
  const rows = [...document.querySelectorAll('tr[data-id]')].map((row) => row.getBoundingClientRect())
  const table = document.querySelector('[data-scroll-restoration-id="table"]')
  const fixed = [...document.querySelectorAll('[data-fixed]')].find((one) => getComputedStyle(one).position === 'fixed')
  const lower = [table, fixed].map((part, at) => {
    const box = part?.getBoundingClientRect()
    return (at === 0 ? box?.bottom : box?.top) ?? innerHeight
  })
  const edge = Math.min(innerHeight, ...lower)
  const inView = rows.filter(({ top, bottom }) => top >= 0 && bottom <= edge + 1).length
  return { y: Math.round(rows[0]?.top ?? -1), inView, total: rows.length, height: Math.round(rows[0]?.height ?? -1) }
}

/** Headings of the columns that are whole within the table's visible part, joined; the checkboxes have none. */
export const columnsInView = () => {
  const frame = document.querySelector('[data-scroll-restoration-id="table"]')?.getBoundingClientRect()
  const pinned = document.querySelector('th[data-action]')?.getBoundingClientRect().left
  const edge = Math.min(frame?.right ?? 0, pinned ?? Number.POSITIVE_INFINITY) + 1
  return [...document.querySelectorAll<HTMLElement>('thead th')]
    .filter((head) => head.hasAttribute('data-action') || head.getBoundingClientRect().right <= edge)
    .map((head) => head.innerText.trim().replaceAll('\n', ' '))
    .filter((name) => name !== '')
    .join(', ')
}

/** Texts that are cut off: cells on screen, headings, buttons and links; or those of them with such a part ('*' for all). */
export const cutTexts = (part: string) => {
  const pinned = document.querySelector('th[data-action]')?.getBoundingClientRect().left ?? innerWidth
  return [...document.querySelectorAll<HTMLElement>('th, tr[data-id] td, tr[data-id] td *, main button, nav a, summary *')]
    .filter((one) => part === '*' || one.querySelector(part) !== null)
    .filter((one) => one.getBoundingClientRect().right <= pinned + 1 || one.closest('[data-action]') !== null)
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .filter((one) => getComputedStyle(one).overflowX === 'hidden')
    .map(({ innerText }) => innerText.trim().replaceAll('\n', ' '))
    .join(' | ')
}

/** How many lines the controls between the title and the table take. */
export const toolLines = () => {
  const title = document.querySelector('h1')?.getBoundingClientRect().bottom ?? 0
  const table = document.querySelector('[data-scroll-restoration-id="table"]')?.getBoundingClientRect().top ?? 0
  const middles = [...document.querySelectorAll<HTMLElement>('main button, main input, main select')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ top, bottom, height }) => height > 0 && top >= title - 8 && bottom <= table + 8)
    .map(({ top, height }) => Math.round((top + height / 2) / 24))
  return new Set(middles).size
}

/** Amounts that are not grouped as in Bangladesh, and those in cells of their own that are not to the right in tabular figures. */
export const wrongAmounts = () => {
  const grouped = /^(\d{1,3}|\d{1,2}(,\d\d)*,\d{3})(\.\d+)?$/
  const texts = document.querySelector('main')?.innerText.match(/[\d,.]+(?= tk\b)/g) ?? []
  const cells = [...document.querySelectorAll<HTMLElement>('td')].filter((cell) => /^[\d,.]+ tk$/.test(cell.innerText.trim()))
  const isRight = (cell: HTMLElement) => {
    const { textAlign, fontVariantNumeric } = getComputedStyle(cell)
    return ['end', 'right'].includes(textAlign) && fontVariantNumeric === 'tabular-nums'
  }
  return [
    ...texts.filter((text) => !grouped.test(text)),
    ...cells.filter((cell) => !isRight(cell)).map((cell) => cell.innerText),
  ].join(' | ')
}

/** Buttons that decide or save in a dialog or drawer of which the middle is hidden; 'none' where there is no button at all. */
export const hiddenActions = (within: string) => {
  const isAction = ({ type, innerText }: HTMLButtonElement) =>
    (type === 'submit' && innerText.trim() !== 'Save note') || ['Take', 'Complete'].includes(innerText.trim())
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].filter(
    (button) => isAction(button) && button.checkVisibility(),
  )
  if (buttons.length === 0) return 'none'
  const isHidden = (button: HTMLButtonElement) => {
    const { bottom, left, top, width, height } = button.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return bottom > innerHeight || !button.contains(seen)
  }
  return buttons
    .filter(isHidden)
    .map(({ innerText }) => innerText.trim())
    .join(' | ')
}

/** How a phone shows a screen: whether it has to be scrolled sideways, and its smallest font of an input. */
export const measurePhone = () => {
  const inputs = [
    ...document.querySelectorAll(
      'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), select, textarea',
    ),
  ]
  const sizes = inputs.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  return { sideways: document.documentElement.scrollWidth - innerWidth, font: Math.min(16, ...sizes) }
}
