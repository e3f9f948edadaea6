import cells from '../lists/cells/cells.module.css'
import { useT } from '../ui/text/i18n.ts'

export function StateBadge({ status }: { status: number }) {
  const t = useT()
  return (
    <span className={cells.badge} data-colour={status === 0 ? 'gray' : 'green'}>
      {t(stateLabel(status))}
    </span>
  )
}

export const stateLabel = (status: number): string => (status === 0 ? 'Inactive' : 'Activated')
