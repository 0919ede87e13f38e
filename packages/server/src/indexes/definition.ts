/** Indexes on the rows of queries, as data: what each is on, and the name that it has for that. */
import { createHash } from 'node:crypto'
import { q } from '../relation/expressions/index.ts'
import { allValues, type Fragment, mayLackValue, print, type ValueKey, valueEnd } from '../relation/index.ts'

/** An index of the database on `cairn.root`. */
export interface IndexDefinition {
  /** The same for the same definition, whoever asks for it: whether there is such an index is asked by name. */
  readonly name: string
  readonly using: 'btree' | 'gin'
  readonly columns: string
  readonly where: string
}

const textOf = (fragment: Fragment): string => print(fragment).text

function define(
  prefix: string,
  using: IndexDefinition['using'],
  columns: Fragment,
  where: Fragment,
): IndexDefinition {
  const texts = { columns: textOf(columns), where: textOf(where) }
  return { name: nameOf(prefix, texts.columns, texts.where), using, ...texts }
}

function nameOf(prefix: string, columns: string, where: string): string {
  const digest = createHash('sha256').update(`${columns} where ${where}`).digest('hex')
  return `${prefix}${digest.slice(0, 24)}`
}

/** Names of the indexes that are made here begin so. */
export const VALUE_PREFIX = 'root_value_'
export const COLUMN_PREFIX = 'root_column_'

/** The parts of a value index, each for another use. */
export const PARTS = ['greatest', 'least', 'lacking', 'equal'] as const
export type IndexPart = (typeof PARTS)[number]

const ofRoots = ({ archetype }: ValueKey): Fragment => q`latest and archetype_key = ${archetype}`

/** Ties are in the order of commits, as in the answer of a query. */
const IN_ORDER = q`commit_number, num`

export function partOf(key: ValueKey, part: IndexPart): IndexDefinition {
  switch (part) {
    case 'greatest':
      return define(
        VALUE_PREFIX,
        'btree',
        q`${valueEnd(undefined, key, 'greatest')} desc, ${IN_ORDER}`,
        ofRoots(key),
      )
    case 'least':
      return define(VALUE_PREFIX, 'btree', q`${valueEnd(undefined, key, 'least')}, ${IN_ORDER}`, ofRoots(key))
    case 'lacking':
      return define(VALUE_PREFIX, 'btree', IN_ORDER, q`${ofRoots(key)} and ${mayLackValue(undefined, key)}`)
    case 'equal':
      return define(VALUE_PREFIX, 'gin', q`(${allValues(undefined, key)}) jsonb_path_ops`, ofRoots(key))
  }
}

/** The index of a datamap's column: one value for each root. */
export function columnIndex(key: Fragment, archetype: number): IndexDefinition {
  const on = textOf(key)
  const where = `latest and archetype_key = ${archetype}`
  return { name: nameOf(COLUMN_PREFIX, on, where), using: 'btree', columns: `(${on})`, where }
}
