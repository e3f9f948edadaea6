import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { CopyText } from './cells/CopyText.tsx'
import { confirm } from './confirm.tsx'
import classes from './crud.module.css'
import type { Crud, Versioned } from './crud.ts'
import { t, useT } from './i18n.ts'
import { type Column, column } from './table/columns.ts'
import { useCommand } from './use-command.ts'

/** The id, copied by a click. */
export const idColumn = <R extends Versioned>({ noun }: Pick<Crud<R>, 'noun'>): Column<R> =>
  column('id', 'ID', {
    widthPx: 76,
    sorts: true,
    show: ({ id }) => <CopyText text={String(id)} said={t('Copied {{noun}} ID:: {{id}}', { noun: t(noun), id })} />,
  })

/** Edit and Delete, and what a list has beyond them. */
export const actionColumn = <R extends Versioned>(
  crud: Crud<R>,
  more?: (row: R) => ReactNode,
  widthPx = more ? 264 : 150,
): Column<R> =>
  column('action', 'Action', {
    widthPx,
    isAction: true,
    show: (row) => (
      <span className={classes.actions}>
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

/** Deletes a row for good, after a question that names it. */
export function DeleteButton<R extends Versioned>({ crud, row }: { crud: Crud<R>; row: R }) {
  const t = useT()
  const remove = useCommand(crud.calls.remove, { pending: 'Deleting ...', stale: [crud.calls.list as Endpoint] })
  const name = crud.nameOf(row)
  const ask = async (button: HTMLButtonElement) => {
    const giveFocusOn = focusOfNext(button)
    const deleted = t('{{noun}} “{{name}}” will be deleted. This cannot be taken back.', { noun: t(crud.noun), name })
    const about = [deleted, crud.goesWith?.(row)].filter(Boolean).join(' ')
    if (!(await confirm({ about, yes: t('Delete'), destroys: true }))) return
    if ((await remove.run({ id: row.id } as never)) !== undefined) giveFocusOn()
  }
  return (
    <button
      type="button"
      className={classes.action}
      data-destroys
      aria-label={t('Delete {{name}}', { name })}
      disabled={remove.isRunning}
      onClick={(event) => void ask(event.currentTarget)}
    >
      {t('Delete')}
    </button>
  )
}

/** The row after the deleted one, or the one before it; never the page's beginning. */
function focusOfNext(button: HTMLElement): () => void {
  const row = button.closest('tr')
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('[data-action] a')
  return () => (next?.isConnected ? next : document.querySelector<HTMLElement>('h1'))?.focus()
}

/** The look of a link or button beside Edit and Delete. */
export const actionClass = classes.action
