import type { HandOverRow } from '#contract/hand-overs.ts'
import { AdminStatementLink } from '../lists/cells/StatementLink.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'

/** The owner of the cash; a click opens the statement of their wallet. */
export const ownerColumn = (seesStatements: boolean): Column<HandOverRow> =>
  column('Owner', 'Handed over by', {
    widthPx: 140,
    card: 'title',
    show: ({ owner_id, Owner, owner_is_deleted }) => (
      <AdminStatementLink id={owner_id} name={nameOf(Owner)} opens={seesStatements} isDeleted={owner_is_deleted} />
    ),
  })

const KINDS: Readonly<Record<HandOverRow['kind'], string>> = {
  request: 'Request',
  recorded: 'Recorded',
  write_off: 'Written off',
}

/** Requested by its owner, or recorded by a super admin as received or lost. */
export const kindOf = ({ kind }: HandOverRow): string => t(KINDS[kind])

export const kindColumns: Column<HandOverRow>[] = [
  column('kind', 'Kind', { widthPx: 92, textOf: kindOf, show: kindOf }),
  column('reason', 'Reason', { widthPx: 160, show: ({ reason }) => <Words text={reason} /> }),
]
