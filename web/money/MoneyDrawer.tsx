import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { DrawerBody, RowDrawer } from '../desk/row-drawer/RowDrawer.tsx'
import type { OpenRow } from '../desk/row-drawer/use-open-row.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import type { Effects, MoneyRow } from './row.ts'
import { type Decision, StatusForm } from './StatusForm.tsx'

interface MoneyDrawerProps<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType> {
  readonly row: R
  readonly opened: OpenRow<R>
  readonly effects: Effects<R>
  readonly decision: Decision<R, I, O>
  readonly summary: (row: R) => ReactNode
}

/** A pending row of a split view, decided beside its list. */
export function MoneyDrawer<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType>(props: MoneyDrawerProps<R, I, O>) {
  const { row, opened, summary } = props
  return (
    <RowDrawer
      id={row.id}
      title={`#${row.id}`}
      badge={<StatusBadge status={row.status} />}
      opened={opened}
      footer={<Deciding key={row.id} {...props} />}
    >
      <DrawerBody key={row.id}>{summary(row)}</DrawerBody>
    </RowDrawer>
  )
}

/** Keyed by row: only what was shown first is decided, and another admin's change is reported. */
function Deciding<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType>(props: MoneyDrawerProps<R, I, O>) {
  const { row, opened, effects, decision } = props
  const [seen] = useState(row)
  return <StatusForm row={seen} live={row} effects={effects} decision={decision} onDone={() => opened.advance(row.id)} />
}
