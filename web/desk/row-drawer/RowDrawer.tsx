import { IconArrowDown, IconArrowUp, IconLayoutSidebarRight, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useIsCovered } from '../../ui/dialogs/is-covered.ts'
import { useUnmovedPointer } from '../../ui/dialogs/unmoved-pointer.ts'
import { wasPressedOnScreen } from '../../ui/keys.ts'
import { rowWithFocus } from '../../ui/table/row-cursor.ts'
import { useT } from '../../ui/text/i18n.ts'
import { BESIDE, useCovered } from './covered.ts'
import classes from './row-drawer.module.css'
import type { OpenRow } from './use-open-row.ts'

interface RowDrawerProps {
  /** The shown row; another one scrolls the drawer to its top. */
  readonly id: number
  /** Already translated. */
  readonly title: string
  readonly badge: ReactNode
  readonly opened: Pick<OpenRow<never>, 'move' | 'close' | 'isSplit' | 'toggleSplit'>
  /** Stays in view below the title. */
  readonly lead?: ReactNode
  /** Stays in view at the bottom: the decision. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** One row of a list with its details, beside the list, which stays usable. On a phone it covers the screen. */
export function RowDrawer({ id, title, badge, opened, lead, footer, children }: RowDrawerProps) {
  const t = useT()
  const section = useRef<HTMLElement>(null)
  useCovered(section, opened.close)
  const isCovered = useIsCovered()
  // A customer drawer above keeps the focus: when the URL names both, either may load first.
  const takeFocus = useEffectEvent(() => {
    if (!isCovered && !isTypingBeside()) section.current?.focus({ preventScroll: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row starts at its top
  useEffect(() => {
    section.current?.scrollTo(0, 0)
    if (!rowWithFocus() || !isBeside()) takeFocus()
  }, [id])
  useEffect(() => takeFocus(), [])
  const isUnmoved = useUnmovedPointer(true)
  // A further click on Take next, which the drawer has covered.
  const ignoreUnmoved = (event: MouseEvent) => {
    if (!isUnmoved(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !wasPressedOnScreen()) return
    event.preventDefault()
    opened.close()
  }
  return (
    <section
      ref={section}
      className={classes.drawer}
      data-beside
      // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus when it opens, and scrolls by keyboard
      tabIndex={0}
      aria-label={title}
      onKeyDown={closeByKey}
      onClickCapture={ignoreUnmoved}
    >
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>{title}</h2>
          {badge}
          <span className={classes.walk}>
            {opened.isSplit !== undefined && (
              <button
                type="button"
                aria-label={t('Stay beside the list')}
                aria-pressed={opened.isSplit}
                title={`${t('Stay beside the list')} (B)`}
                onClick={opened.toggleSplit}
              >
                <IconLayoutSidebarRight size={18} aria-hidden />
              </button>
            )}
            <button type="button" aria-label={t('Previous order')} title="K" onClick={() => opened.move(-1)}>
              <IconArrowUp size={18} aria-hidden />
            </button>
            <button type="button" aria-label={t('Next order')} title="J" onClick={() => opened.move(1)}>
              <IconArrowDown size={18} aria-hidden />
            </button>
            <button type="button" aria-label={t('Close')} onClick={opened.close}>
              <IconX size={18} aria-hidden />
            </button>
          </span>
        </div>
        {lead}
      </header>
      {children}
      {footer && <footer className={classes.foot}>{footer}</footer>}
    </section>
  )
}

const isBeside = () => matchMedia(BESIDE).matches

/** In the list's search, say, while a split view brings in the next row. */
const isTypingBeside = () => isBeside() && document.activeElement?.matches('main search input') === true

/** Keyed by row, so that each row starts with fresh state. */
export const DrawerBody = ({ children }: { children: ReactNode }) => <div className={classes.body}>{children}</div>

/** `title` is English. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  return (
    <div className={classes.part}>
      <h3>{t(title)}</h3>
      {children}
    </div>
  )
}
