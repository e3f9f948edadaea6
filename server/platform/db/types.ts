import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016

const isoInstant = (value: string) => `${value.slice(0, 10)}T${value.slice(11).replace(/\+00$/, '')}Z`

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
