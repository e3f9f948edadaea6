import type { Input } from '#contract/endpoint.ts'
import type { handOvers } from '#contract/hand-overs.ts'
import { listExportHandler } from '../../core/exports/handlers.ts'
import type { Column } from '../../core/exports/rows.ts'
import { exportList } from '../../core/lists/read.ts'
import { HAND_OVERS } from './queries.ts'

const COLUMNS: readonly Column[] = [
  ['Transaction ID', 'h.id', 'id'],
  ['Created', 'h.created_at', 'moment'],
  ['Kind', 'h.kind', 'text'],
  ['Status', 'h.status', 'text'],
  ['Admin ID', 'h.owner_id', 'id'],
  ['Admin', `concat_ws(' ', a.first_name, a.last_name)`, 'text'],
  ['Amount', 'h.amount', 'amount'],
  ['Number', 'h.number', 'text'],
  ['Reason', 'h.reason', 'text'],
  ['Decided by', `concat_ws(' ', d.first_name, d.last_name)`, 'text'],
  ['Updated', 'h.updated_at', 'moment'],
]

export const exportHandOvers = listExportHandler<Input<typeof handOvers.exportRows>>({
  name: 'hand-overs',
  columns: COLUMNS,
  page: ({ db }, search) => exportList(db, HAND_OVERS, null, search),
})
