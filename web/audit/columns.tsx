import { Link } from '@tanstack/react-router'
import type { AuditRow } from '#contract/audit.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { CustomerLink } from '../lists/cells/CustomerLink.tsx'
import { When } from '../lists/cells/When.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import classes from './audit.module.css'
import { linesOf, type Side } from './changes.ts'
import { plainFacts } from './fields.ts'
import { splitSentence, subjectInSentence } from './sentences.ts'

export const auditColumns = (): Column<AuditRow>[] => [
  column('id', 'ID', {
    card: 'side',
    widthPx: 78,
    sorts: true,
    show: ({ id }) => <CopyText text={String(id)} message={t('Copied Audit ID:: {{id}}', { id })} />,
  }),
  column('at', 'When', { card: 'when', widthPx: 112, show: ({ at }) => <When instant={at} /> }),
  column('action', 'What', { card: 'title', widthPx: 314, show: (row) => <What row={row} /> }),
  column('facts', 'Changes', { card: 'main', widthPx: 480, show: (row) => <Changes row={row} /> }),
  column('address', 'Address', {
    card: 'extra',
    widthPx: 140,
    show: ({ address }) => <span className={classes.address}>{address}</span>,
  }),
]

const adminOf = ({ actor, admin }: AuditRow): string =>
  actor === 'admin' ? admin : t(actor === 'store' ? 'The store' : 'The system')

/** Who did what with what. The call's name, by which the log is searched, is the tooltip. */
function What({ row }: { row: AuditRow }) {
  const [before, after] = splitSentence(row, adminOf(row))
  return (
    <span className={classes.what} title={row.action}>
      {before}
      {after !== undefined && <Subject row={row} />}
      {after}
    </span>
  )
}

const SCREENS = {
  order: '/order',
  product_order: '/product-order',
  wallet_add: '/add-wallet',
  withdrawal: '/withdraw-earn-wallet',
  hand_over: '/admin-wallet',
  admin: '/admins',
  auth_module: '/auths',
  voucher: '/upins',
  topup_package: '/topup-packages',
  campaign: '/send-sms',
} as const

function Subject({ row: { subject, subject_id } }: { row: AuditRow }) {
  if (subject_id === null) return subject
  const name = `${t(subjectInSentence(subject))} #${subject_id}`
  if (subject === 'user') return <CustomerLink id={subject_id} name={name} opens />
  const screen = SCREENS[subject as keyof typeof SCREENS]
  if (!screen) return name
  const search = {
    order: { status: 'all', order: subject_id },
    product_order: { status: 'all', q: `#${subject_id}` },
    voucher: { upin: subject_id },
    campaign: { campaign: subject_id },
  }[subject] ?? { q: `#${subject_id}` }
  return (
    <Link to={screen} search={search as never}>
      {name}
    </Link>
  )
}

const Changes = ({ row }: { row: AuditRow }) => (
  <ul className={classes.changes}>
    {linesOf(plainFacts(row)).map(({ field, before, after }) => (
      <li key={field}>
        <span>{field}</span>
        {before && (
          <del>
            <Shown side={before} />
          </del>
        )}
        {before && after && <span aria-hidden>→</span>}
        {after && (
          <ins>
            <Shown side={after} />
          </ins>
        )}
      </li>
    ))}
  </ul>
)

/** An excerpt that expands to the whole text by click, touch or key. */
const Shown = ({ side: { text, whole } }: { side: Side }) =>
  whole === undefined ? (
    text
  ) : (
    <details>
      <summary>{text}</summary>
      {whole}
    </details>
  )
