import { banners as calls } from '#contract/banners.ts'
import type { Output } from '#contract/endpoint.ts'
import { flagColumn, pictureColumn } from '../forms/crud/columns.tsx'
import type { Crud } from '../forms/crud/crud.ts'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { WebLink } from '../lists/cells/WebLink.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'

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
  column('note', 'Note', { card: 'title', widthPx: 280, sorts: true, show: ({ note }) => <Words text={note} /> }),
  column('link', 'Link', { card: 'main', widthPx: 240, show: ({ link }) => <WebLink href={link} /> }),
  flagColumn('isactive', 'Status', 110),
  createdColumn(130, 'when'),
  actionColumn(banners),
]
