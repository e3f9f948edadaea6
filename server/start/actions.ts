import { effectsOf, SYSTEM_ACTS } from '#contract/effects.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { type Db, query } from '../platform/db/connect.ts'

interface Action {
  readonly name: string
  readonly access: string
  readonly also_for: readonly string[]
  readonly effects: readonly string[]
}

const CALLS: readonly Action[] = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([verb, endpoint]) => ({
    name: `${feature}.${verb}`,
    access: endpoint.access,
    also_for: endpoint.alsoFor ?? [],
    effects: effectsOf(endpoint),
  })),
)
const SYSTEM = Object.entries(SYSTEM_ACTS).map(([name, effects]) => ({ name, access: 'system', also_for: [], effects }))

// Names that this program lacks stay: a newer server beside it may use them.
const WRITE = `
  insert into actions (name, access, also_for, effects)
  select name, access, also_for, effects from json_populate_recordset(null::actions, $1::json)
  on conflict (name) do update set access = excluded.access, also_for = excluded.also_for, effects = excluded.effects
  where (actions.access, actions.also_for, actions.effects) is distinct from (excluded.access, excluded.also_for, excluded.effects)`

/** Tells the database who may do what by which name. Only the owner may. */
export const writeActions = (owner: Db): Promise<unknown> => query(owner, WRITE, [JSON.stringify([...CALLS, ...SYSTEM])])
