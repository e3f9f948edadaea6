import { DUPLICATE_MINUTES } from '#contract/limits.ts'

/** Orders of a player checked before and after this one: some stores send one id with every order. */
const DUPLICATE_REACH = 50

const ordersAround = (isBefore: boolean) => `
  (select id, package_id, created_at from orders
   where player_key(playerid) = player_key(o.playerid) and id ${isBefore ? '<' : '>'} o.id
   order by id ${isBefore ? 'desc' : 'asc'} limit ${DUPLICATE_REACH})`

/** SQL of the newest other order of the player id and package of order `o` within DUPLICATE_MINUTES. */
export const DUPLICATE_OF = `
  (select max(other.id) from (${ordersAround(true)} union all ${ordersAround(false)}) as other
   where other.package_id = o.package_id
     and other.created_at between o.created_at - interval '${DUPLICATE_MINUTES} minutes'
       and o.created_at + interval '${DUPLICATE_MINUTES} minutes')`
