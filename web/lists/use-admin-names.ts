import { admins } from '#contract/admins.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { useMay, useSession } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { disambiguatedName } from '../ui/text/disambiguated-name.ts'

/** Ids and names of all admins, for a filter; of the admin alone who may not see the others. */
export function useAdminNames() {
  const own = useSession()?.user
  const { data } = useData(admins.list, { limit: MAX_PAGE_SIZE }, { enabled: useMay('run_the_shop') })
  const all = data?.data ?? (own ? [own] : [])
  return all.map((admin) => [admin.id, disambiguatedName(admin, all)] as const)
}
