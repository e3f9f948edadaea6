import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCommand } from '../../calls/use-command.ts'
import { copiedIdColumn } from '../../lists/cells/CopyText.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { type Column, column } from '../../ui/table/columns.ts'
import { t, useT } from '../../ui/text/i18n.ts'
import classes from './crud.module.css'
import { type Crud, staleAfter, type Versioned } from './crud.ts'

export const idColumn = <R extends Versioned>({ noun }: Pick<Crud<R>, 'noun'>): Column<R> =>
  copiedIdColumn(68, (id) => t('Copied {{noun}} ID:: {{id}}', { noun: t(noun), id }))

export const actionColumn = <R extends Versioned>(crud: Crud<R>, more?: (row: R) => ReactNode, widthPx = 150): Column<R> =>
  column('action', 'Action', {
    card: 'action',
    widthPx,
    isAction: true,
    show: (row) => (
      <span className={classes.actions} data-many={more !== undefined || undefined}>
        <Link
          className={classes.action}
          to={`${crud.path}/edit/${row.id}` as string}
          aria-label={t('Edit {{name}}', { name: crud.nameOf(row) })}
        >
          {t('Edit')}
        </Link>
        {more?.(row)}
        <DeleteButton crud={crud} row={row} />
      </span>
    ),
  })

/** Deletes a row permanently after a confirmation that names it. */
function DeleteButton<R extends Versioned>({ crud, row }: { crud: Crud<R>; row: R }) {
  const t = useT()
  const remove = useCommand(crud.calls.remove, { pending: 'Deleting ...', stale: staleAfter(crud) })
  const name = crud.nameOf(row)
  const ask = async () => {
    if (remove.isRunning) return
    const deleted = t('{{noun}} “{{name}}” will be deleted. This can’t be undone.', { noun: t(crud.noun), name })
    const about = [deleted, crud.deletionEffect?.(row)].filter(Boolean).join(' ')
    if (await confirm({ about, yes: t('Delete'), isDestructive: true })) await remove.run({ id: row.id } as never)
  }
  return (
    <RowButton destroys isRunning={remove.isRunning} label={t('Delete {{name}}', { name })} onClick={() => void ask()}>
      {t('Delete')}
    </RowButton>
  )
}

export const actionClass = classes.action

interface RowButtonProps {
  /** Names the row too; translated. */
  readonly label: string
  readonly destroys?: boolean
  readonly isRunning?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button among a row's actions. */
export const RowButton = ({ label, destroys, isRunning, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    className={classes.action}
    data-destroys={destroys || undefined}
    aria-label={label}
    // Not disabled: that would lose the focus, which returns here after a refusal.
    aria-disabled={isRunning || undefined}
    onClick={onClick}
  >
    {children}
  </button>
)
