import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Keys of which news came while they were being read. */
const late = new Set<string>()

/**
 * Reads what is on screen of a key (a path, or one question to it) again after news. A reading that is under way comes to its end: where
 * news come faster than replies, it would else be given up for ever. It may have begun before the news, so it is followed by another,
 * however many came.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const key = JSON.stringify(queryKey)
  if (client.isFetching({ queryKey, type: 'active' })) late.add(key)
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  if (late.delete(key)) await readAgain(client, queryKey)
}
