import classes from './cells.module.css'

/** The specification's colours, plus our own for `delivered` and `failed`; others are gray. */
const COLOURS: Record<string, string> = {
  completed: 'green',
  delivered: 'green',
  open: 'green',
  cancel: 'red',
  cancelled: 'red',
  ended: 'red',
  failed: 'red',
  in_progress: 'yellow',
  running: 'yellow',
}

/** Shows the API's word for a status, which is not translated. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={classes.badge} data-colour={COLOURS[status] ?? 'gray'}>
    {status}
  </span>
)
