import { Button, Input, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PAGE_SIZES } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { useShortcuts } from '../ui/keys.ts'
import { Select } from '../ui/Select.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './Pager.module.css'
import { jumpTarget, pagesShown } from './pages.ts'

interface PagerProps {
  readonly page: number
  readonly limit: number
  readonly total: number
  /** More than `total`: a search counts up to a cap. */
  readonly isCapped?: boolean
  /** Another page, search or filter is loading. */
  readonly isStale?: boolean
  readonly sizes?: readonly number[]
  readonly onChange: (shown: { page: number; limit: number }) => void
  readonly children?: ReactNode
}

/** A list's footer. Rendered without rows too, so that its live region exists before the next rows arrive. */
export function Pager(props: PagerProps) {
  const { page, limit, total, isCapped = false, isStale = false, sizes = PAGE_SIZES, onChange, children } = props
  const t = useT()
  const last = Math.max(1, Math.ceil(total / limit))
  const goTo = (next: number) => onChange({ page: next, limit })
  useShortcuts([
    { code: 'BracketLeft', label: 'Previous page', run: () => page > 1 && goTo(page - 1) },
    { code: 'BracketRight', label: 'Next page', run: () => page < last && goTo(page + 1) },
  ])
  const shown = rangeOf(page, limit, total, isCapped)
  return (
    <>
      <Arrived
        isStale={isStale}
        page={page}
        text={total > 0 ? t('Page {{page}} of {{last}}, {{total}} in total', { page, last, ...shown }) : ''}
      />
      {total > 0 && (
        <div className={classes.pager}>
          <PageSize limit={limit} sizes={sizes} onChange={(size) => onChange({ page: 1, limit: size })} />
          <span className={classes.range}>{t('{{range}} of {{total}}', shown)}</span>
          {children}
          <nav aria-label={t('Pages')} className={classes.pages}>
            <Step to={page - 1} last={last} name={t('Previous page')} Icon={IconChevronLeft} onGo={goTo} />
            {pagesShown(page, last).map((number, at) =>
              number === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity
                <span key={`gap-${at}`} className={classes.gap} aria-hidden>
                  …
                </span>
              ) : (
                <button
                  key={number}
                  type="button"
                  className={classes.page}
                  aria-label={t('Page {{page}}', { page: number })}
                  aria-current={number === page ? 'page' : undefined}
                  onClick={() => goTo(number)}
                >
                  {number}
                </button>
              ),
            )}
            <Step to={page + 1} last={last} name={t('Next page')} Icon={IconChevronRight} onGo={goTo} />
          </nav>
          {last > 1 && <JumpBox last={last} onJump={goTo} />}
        </div>
      )}
    </>
  )
}

/** Announces once to screen readers that the requested rows have arrived; not the totals, which change all day. */
function Arrived({ isStale, page, text }: { isStale: boolean; page: number; text: string }) {
  const [announcement, setAnnouncement] = useState('')
  // Rows that were there at once were never stale: the first ones, and those of a page that was read before.
  const shown = useRef({ isStale: true, page })
  useEffect(() => {
    if (!isStale && (shown.current.isStale || shown.current.page !== page)) setAnnouncement(text)
    shown.current = { isStale, page: isStale ? shown.current.page : page }
  }, [isStale, page, text])
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>
}

const rangeOf = (page: number, limit: number, total: number, isCapped: boolean) => {
  const from = Math.min((page - 1) * limit + 1, total)
  const to = Math.min(page * limit, total)
  return { range: `${formatNumber(from)}-${formatNumber(to)}`, total: `${formatNumber(total)}${isCapped ? '+' : ''}` }
}

interface PageSizeProps {
  readonly limit: number
  readonly sizes: readonly number[]
  readonly onChange: (size: number) => void
}

function PageSize({ limit, sizes, onChange }: PageSizeProps) {
  const t = useT()
  const id = useId()
  return (
    <div className={classes.size} data-unprinted>
      <label htmlFor={id}>{t('Rows per page')}</label>
      <Select
        id={id}
        w={72}
        value={limit}
        choices={sizes.map((size) => [size, size])}
        onChange={(size) => onChange(Number(size))}
      />
    </div>
  )
}

interface StepProps {
  readonly to: number
  readonly last: number
  readonly name: string
  readonly Icon: typeof IconChevronLeft
  readonly onGo: (page: number) => void
}

// Stays focusable at the ends, so that keyboard users keep the focus.
const Step = ({ to, last, name, Icon, onGo }: StepProps) => {
  const isOff = to < 1 || to > last
  return (
    <button
      type="button"
      className={classes.page}
      aria-label={name}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onGo(to)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}

function JumpBox({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const t = useT()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const jump = (event: FormEvent) => {
    event.preventDefault()
    const target = jumpTarget(box.current?.value ?? '', last)
    if (target === undefined) return
    onJump(target)
    if (box.current) box.current.value = ''
  }
  return (
    <form className={classes.jump} data-unprinted onSubmit={jump} noValidate>
      <label htmlFor={id}>{t('Go to page')}</label>
      <Input id={id} ref={box} w={60} inputMode="numeric" autoComplete="off" />
      <Button type="submit" variant="default">
        {t('Go')}
      </Button>
    </form>
  )
}
