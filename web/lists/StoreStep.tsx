import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { dashboard } from '#contract/dashboard.ts'
import { useRole } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'

/** The first step in an empty list that the store fills: to connect the store, for super admins until its first call. */
export function StoreStep() {
  const t = useT()
  const done = useData(dashboard.setUp, {}, { enabled: useRole() === 'super' }).data
  if (done?.store_called !== false) return null
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
      {t('Connect the store')}
    </Button>
  )
}
