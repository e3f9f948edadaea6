import type { AuthModule } from '#contract/permissions.ts'
import { RowButton } from '../forms/crud/RowActions.tsx'
import { copiedIdColumn } from '../lists/cells/CopyText.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { StateBadge, stateLabel } from './StateBadge.tsx'

/** `onActivate` opens the dialog of an inactive module. */
export const authColumns = (onActivate: (module: AuthModule) => void): Column<AuthModule>[] => [
  copiedIdColumn(68, (id) => t('Copied Auth ID:: {{id}}', { id })),
  column('name', 'Name', {
    card: 'title',
    widthPx: 180,
    sorts: true,
    show: ({ name }) => <Words text={t(name)} />,
    textOf: ({ name }) => name,
  }),
  column('slug', 'Slug', { widthPx: 180, sorts: true, show: ({ slug }) => <Words text={slug} /> }),
  column('status', 'Status', {
    card: 'side',
    widthPx: 112,
    sorts: true,
    show: ({ status }) => <StateBadge status={status} />,
    textOf: ({ status }) => stateLabel(status),
  }),
  column('description', 'Description', {
    card: 'main',
    widthPx: 296,
    show: ({ description }) => <Words text={t(description)} />,
    textOf: ({ description }) => description,
  }),
  column('auth_url', 'Url', { widthPx: 176, sorts: true, show: ({ auth_url }) => <Words text={auth_url} /> }),
  column('action', 'Action', {
    card: 'action',
    widthPx: 110,
    isAction: true,
    show: (module) =>
      module.status === 0 ? (
        <RowButton label={t('Active: {{name}}', { name: t(module.name) })} onClick={() => onActivate(module)}>
          {t('Active', { context: 'action' })}
        </RowButton>
      ) : null,
  }),
]
