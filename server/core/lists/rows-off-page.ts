export const rowsOffPage = async <R extends { id: number }>(
  shown: readonly number[] | undefined,
  page: readonly R[],
  find: (ids: number[]) => Promise<R[]>,
): Promise<R[]> => {
  const onPage = new Set(page.map(({ id }) => id))
  const ids = (shown ?? []).filter((id) => !onPage.has(id))
  return ids.length === 0 ? [] : find(ids)
}
