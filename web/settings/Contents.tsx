import { useT } from '../ui/text/i18n.ts'
import classes from './settings.module.css'

const PARTS = [
  'Personal',
  'Shop',
  'Orders',
  'Ready notes of top-up orders',
  'Ready notes of product orders',
  'Vouchers and wallets',
  'Security',
  'SMS',
  'Webhook',
  'Internal network',
  'Store API',
  'Payments',
  'Staff notices',
]

/** The parts of a page that is seven screens long. */
export function Contents() {
  const t = useT()
  return (
    <nav className={classes.contents} aria-label={t('On this page')}>
      {PARTS.map((part) => (
        <button key={part} type="button" onClick={() => goTo(t(part))}>
          {t(part)}
        </button>
      ))}
    </nav>
  )
}

function goTo(part: string): void {
  const headings = [...document.querySelectorAll<HTMLElement>('main :is(h2, legend)')]
  const heading = headings.find(({ textContent }) => textContent === part)
  if (!heading) return
  heading.tabIndex = -1
  heading.scrollIntoView()
  heading.focus({ preventScroll: true })
}
