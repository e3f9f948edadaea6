import type { Output } from '#contract/endpoint.ts'
import { notices as calls } from '#contract/notices.ts'
import { flagColumn, pictureColumn } from '../forms/crud/columns.tsx'
import type { Crud } from '../forms/crud/crud.ts'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { WebLink } from '../lists/cells/WebLink.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'

type Notice = Output<typeof calls.show>

export const notices: Crud<Notice> = {
  calls,
  noun: 'Notice',
  nameOf: ({ notice }) => notice.slice(0, 60),
  path: '/notice',
  // The specification's calls also have title and template, but no screen offers them. The contract sets for_home_modal to 1.
  empty: { title: '', template: '', image: '', link: '', notice: '', is_active: 1 },
}

export const noticeColumns: Column<Notice>[] = [
  idColumn(notices),
  pictureColumn('Image', ({ image, notice }) => ({ image, name: notice })),
  column('notice', 'Notice', { card: 'title', widthPx: 280, sorts: true, show: ({ notice }) => <Words text={notice} /> }),
  column('link', 'Link', { card: 'main', widthPx: 210, show: ({ link }) => <WebLink href={link} /> }),
  flagColumn('is_active', 'Status', 110),
  column('is_home_modal', 'Home notice', {
    widthPx: 120,
    sorts: true,
    show: ({ is_home_modal }) => (is_home_modal === 1 ? t('Shown first') : <Nothing />),
    textOf: ({ is_home_modal }) => (is_home_modal === 1 ? 'Shown first' : ''),
  }),
  createdColumn(112, 'when'),
  actionColumn(notices),
]
