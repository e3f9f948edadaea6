import { banners as calls } from '#contract/banners.ts'
import type { Output } from '#contract/endpoint.ts'
import { WebLink } from '../kit/cells/WebLink.tsx'
import { When } from '../kit/cells/When.tsx'
import { Words } from '../kit/cells/Words.tsx'
import type { Crud } from '../kit/crud/crud.ts'
import { pictureColumn } from '../kit/crud/picture-column.tsx'
import { actionColumn, idColumn } from '../kit/crud/RowActions.tsx'
import { flagColumn } from '../kit/crud/state-columns.tsx'
import { type Column, column } from '../kit/table/columns.ts'

type Banner = Output<typeof calls.show>

export const banners: Crud<Banner> = {
  calls,
  noun: 'Banner',
  nameOf: ({ note }) => note,
  path: '/banner',
  empty: { note: '', link: '', banner: '', isactive: 1 },
}

export const bannerColumns: Column<Banner>[] = [
  idColumn(banners),
  pictureColumn('Banner', ({ banner, note }) => ({ image: banner, name: note })),
  column('note', 'Note', { widthPx: 280, sorts: true, show: ({ note }) => <Words text={note} /> }),
  column('link', 'Link', { widthPx: 240, show: ({ link }) => <WebLink href={link} /> }),
  flagColumn('isactive', 'Status', 110),
  column('created_at', 'Created', { widthPx: 130, sorts: true, show: ({ created_at }) => <When instant={created_at} /> }),
  actionColumn(banners),
]
