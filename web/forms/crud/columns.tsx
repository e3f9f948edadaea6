import type { ReactNode } from 'react'
import { AVAILABILITY_LABELS, type Availability } from '#contract/crud.ts'
import { smallImage } from '#contract/uploads.ts'
import { AvailabilityBadge, FlagBadge, flagLabel } from '../../lists/cells/FlagBadge.tsx'
import { Picture } from '../../lists/cells/Picture.tsx'
import { type Column, column, type Listed } from '../../ui/table/columns.ts'

export const pictureColumn = <R extends Listed>(label: string, of: (row: R) => { image: string; name: string }): Column<R> =>
  column('picture', label, {
    card: 'select',
    widthPx: 64,
    show: (row) => {
      const { image, name } = of(row)
      return <Picture image={image === '' ? '' : smallImage(image)} name={name} />
    },
  })

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

/** An amount or a count that the list can be sorted by. */
export const figureColumn = <R extends Listed>(
  id: string,
  label: string,
  widthPx: number,
  show: (row: R) => ReactNode,
  card?: 'value' | 'fact' | 'extra',
): Column<R> => column<R>(id, label, { widthPx, isNumber: true, sorts: true, show, ...(card && { card }) })
