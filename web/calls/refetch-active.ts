import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Keys for which an event arrived while they were being read. */
const refetchKeys = new Set<string>()

/** Refetches the active reads of a key after an event. A read in flight is not cancelled: if events came faster than replies,
 * none would ever finish. It may predate the event, so one more read follows it, however many events came. */
export async function refetchActive(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const key = JSON.stringify(queryKey)
  if (client.isFetching({ queryKey, type: 'active' })) refetchKeys.add(key)
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  if (refetchKeys.delete(key)) await refetchActive(client, queryKey)
}
