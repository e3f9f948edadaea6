import { AVAILABILITY_LABELS, type Availability } from '#contract/crud.ts'
import { AvailabilityBadge, FlagBadge, flagLabel } from '../../lists/cells/FlagBadge.tsx'
import { type Column, column, type Listed } from '../../ui/table/columns.ts'

/** `id` names the flag's field. */
export const flagColumn = <F extends string, R extends Listed & Record<F, number>>(
  id: F,
  label: string,
  widthPx: number,
): Column<R> =>
  column<R>(id, label, {
    widthPx,
    sorts: true,
    card: 'side',
    show: (row) => <FlagBadge flag={row[id]} />,
    textOf: (row) => flagLabel(row[id]),
  })

export const availabilityColumn = <R extends Listed & { availability: Availability }>(widthPx: number): Column<R> =>
  column<R>('availability', 'Availability', {
    widthPx,
    sorts: true,
    card: 'side',
    show: ({ availability }) => <AvailabilityBadge availability={availability} />,
    textOf: ({ availability }) => AVAILABILITY_LABELS[availability],
  })
