import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016

const INSTANT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d+))?\+00$/

/** The one format of times, as JavaScript writes them: UTC with milliseconds, cut off. Sessions are in UTC. */
const isoInstant = (value: string) => {
  const [, day, time, fraction = ''] = INSTANT.exec(value) ?? []
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z` : value
}

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  // The only place where numeric text becomes a number. With 2 decimals below 10^12, a double is exact enough.
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, isoInstant],
  [builtins.DATE, (value) => value],
  [INT8_ARRAY, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number))],
])

export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
