import { desk } from '#contract/desk.ts'
import { useData } from '../calls/use-data.ts'

/** Ids and names of all admins, for a filter. */
export const useAdminNames = () => useData(desk.admins, { all: 1 }).data?.data.map(({ id, name }) => [id, name] as const) ?? []
