/** Prints a cell as the JSON text of the value that the driver reads. */
import { columnTypes } from './writing/column-types.ts'

/** The printer of a column of this type, for texts that are not NULL. */
export function jsonPrinter(type: number): (text: string) => string {
  const read = columnTypes.getTypeParser(type, 'text')
  return text => JSON.stringify(read(text) ?? null)
}
