import { BLOCK_IDS } from './far-page.ts'

type Way = 'asc' | 'desc'

/** What a plan's text is filled with, as SQL. */
export interface Parts {
  readonly id: string
  /** The table, its name, and the joins that the key needs. */
  readonly from: string
  /** The rows of the list. */
  readonly where: string
  /** What the page is sorted by before the id; the id alone by default. */
  readonly key: string
  readonly way: Way
  readonly limit: number
  readonly offset: string
}

const order = ({ id, key, way }: Parts) => (key === id ? `${id} ${way}` : `${key} ${way}, ${id} ${way}`)

/** The blocks on which the page lies: their ids (`first`, `behind`), and how many rows precede them. */
const startOf = (tally: string, { way, offset, limit }: Parts) => `
  with start as materialized (
    select min(block) * ${BLOCK_IDS} as first, (max(block) + 1) * ${BLOCK_IDS} as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block ${way}) as upto
      from (select block, sum(n) as n from (${tally}) as parts group by block) as counted
    ) as passed
    where upto > ${offset} and upto - n < ${offset} + ${limit}
  )`

const onBlocks = (id: string) => `${id} >= (select first from start) and ${id} < (select behind from start)`

export interface Heads extends Parts {
  /** Of the rows that come first, and of the others. */
  readonly heads: readonly Pick<Parts, 'from' | 'where' | 'key'>[]
  readonly upTo: string
  /** A CTE that the heads read. */
  readonly kept: string
}

interface Strands extends Parts {
  /** Rows that name a strand each; `where` refers to them. */
  readonly strands: string
  /** SQL of the number of rows up to the page's end, to read no more of a strand. */
  readonly upTo: string | undefined
  /** SQL of the rows per block, to read those on the page's blocks only. */
  readonly tally: string | undefined
}

/** The text of a page's ids, in order. Every list's page is read by one of these. */
export const PLANS = {
  /** Chosen where an index has the page's order, where few rows are found by other means (a search, few days), and where a table is
   * small. Reads the rows before the page. */
  walk: (p: Parts) => `
    select ${p.id}
    from ${p.from}
    where ${p.where}
    order by ${order(p)}
    limit ${p.limit} offset ${p.offset}`,

  /** Chosen where some rows come first: pending ones, or customers with orders today. Reads the head of each, one after the other. */
  heads: (p: Heads) => `
    ${p.kept}
    select id
    from (${p.heads
      .map(
        (head, later) => `
        (select ${p.id} as id, ${head.key} as key, ${later} as later
         from ${head.from}
         where ${head.where}
         order by ${order({ ...p, key: head.key === '0' ? p.id : head.key })}
         limit ${p.upTo})`,
      )
      .join(' union all ')}) as heads
    order by later, key ${p.way}, id ${p.way}
    limit ${p.limit} offset ${p.offset}`,

  /** Chosen for a far page by id, where a counter has the rows of each block of ids. Reads the counters, and less than the rows of a
   * block before the page. */
  block: (p: Parts & { readonly tally: string }) => `
    ${startOf(p.tally, p)}
    select ${p.id}
    from ${p.from}
    where ${p.where} and ${onBlocks(p.id)}
    order by ${p.id} ${p.way}
    limit ${p.limit} offset ${p.offset} - (select before from start)`,

  /** Chosen for a far page where some rows come first: as `block` behind those, as far as the page does not lie among them. */
  behind: (p: Parts & { readonly first: string; readonly block: string }) => `
    select id
    from (
      (select ${p.id} as id, 0 as later
       from ${p.from}
       where ${p.first}
       order by ${p.id} ${p.way}
       limit ${p.limit} offset ${p.offset})
      union all
      (select id, 1 from (${p.block}) as others)
    ) as heads
    order by later, id ${p.way}
    limit ${p.limit}`,

  /** Chosen for the rows of some packages, or by a key within each status: a generic plan for an array of them may read the whole
   * table. Reads the same of each strand by an index: its head, its rows on the page's blocks, or all if there are few. */
  strands: ({ strands, upTo, tally, ...p }: Strands) => `
    ${tally === undefined ? '' : startOf(tally, p)}
    select ${p.id}
    from ${strands}
    cross join lateral (
      select ${p.key === p.id ? p.id : `${p.id}, ${p.key}`}
      from ${p.from}
      where ${tally === undefined ? p.where : `${p.where} and ${onBlocks(p.id)}`}
      ${upTo === undefined ? 'offset 0' : `order by ${order(p)} limit ${upTo}`}
    ) as ${p.id.split('.')[0]}
    order by ${order(p)}
    limit ${p.limit} offset ${tally === undefined ? p.offset : `${p.offset} - (select before from start)`}`,

  /** Chosen for a page by a value that is counted per block. Reads the counters, and the rows of the values and blocks on which the
   * page lies. */
  values: (p: Parts & { readonly keys: string | undefined; readonly blocks: string }) => `
    with ${
      p.keys === undefined
        ? ''
        : `keys as materialized (
      select key, upto - n as before
      from (
        select key, n, sum(n) over (order by key ${p.way}) as upto
        from (select key, sum(n) as n from (${p.keys}) as parts group by key) as counted
      ) as passed
      where upto > ${p.offset} and upto - n < ${p.offset} + ${p.limit}
    ), `
    }places as materialized (
      select key, block, upto - n as before
      from (
        select key, block, n,
          ${p.keys === undefined ? '0' : '(select min(before) from keys)'} + sum(n) over (order by key ${p.way}, block ${p.way}) as upto
        from (select key, block, sum(n) as n from (${p.blocks}) as parts group by key, block) as counted
      ) as passed
      where upto > ${p.offset} and upto - n < ${p.offset} + ${p.limit}
    )
    select found.id
    from places
    cross join lateral (
      select ${p.id}
      from ${p.from}
      where ${p.where} and ${p.key} = places.key and ${p.id} >= places.block * ${BLOCK_IDS} and ${p.id} < (places.block + 1) * ${BLOCK_IDS}
    ) as found
    order by places.key ${p.way}, found.id ${p.way}
    limit ${p.limit} offset ${p.offset} - (select min(before) from places)`,
} as const

export type PlanName = keyof typeof PLANS
