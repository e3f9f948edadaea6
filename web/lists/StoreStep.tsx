import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { dashboard } from '#contract/dashboard.ts'
import { useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'

/** Whether the store has never called; only super admins are told. */
export const useIsStoreMissing = (): boolean =>
  useData(dashboard.setUp, {}, { enabled: useMay('run_the_shop') }).data?.store_called === false

/** The first step in an empty list that the store fills: to connect the store, for super admins until its first call. */
export function StoreStep() {
  const t = useT()
  if (!useIsStoreMissing()) return null
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
      {t('Connect the store')}
    </Button>
  )
}
