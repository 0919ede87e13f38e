/** Parsers of columns for types where the driver's own would lose data or be wrong. */
import pg from 'pg'

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  // The driver makes local midnight of these, which is another day in another time zone.
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMP, text => text],
])

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}

/** bigint as a number, for counters and keys: refuses rather than rounds. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint column holds a number beyond 2^53')
  return value
}
