/** A look-up by key as data: one statement answers all concurrent calls. */
import { GuardedSql, guarded } from '../access/index.ts'
import { type Guarded, type Statement, sql } from './statement.ts'
import { type RowsAsLists, rowsAsLists } from './writing/rows-as-lists.ts'

/** A row with the number of its key, from 1. */
type NumberedRow<Row> = Row & { readonly place: number }

export interface Lookup<Row, Key extends readonly unknown[]> {
  /** Takes any number of keys, as `lists` has them. */
  readonly statement: Statement<NumberedRow<Row>, readonly unknown[]>
  /** Takes one key: what a distributed database can give to the one node that has it. */
  readonly alone: Statement<Row, Key>
  readonly lists: RowsAsLists<Key>
  /** Absent at run time; carries the types. */
  readonly typed?: (key: Key) => Row
}

interface LookupParts {
  readonly name: string
  /** The parts of the key in order, with the type of each. */
  readonly key: Readonly<Record<string, string>>
}

/** Finds one row, where `key` is a row with the parts of one key; if there are several, the first is taken. */
type GuardedLookupText =
  | { readonly text: GuardedSql; readonly seesAll?: string }
  | { readonly text: string; readonly seesAll: string }

/**
 * const clientById = lookup<{ id: string; disabled: boolean }, [id: string]>({
 *   name: 'client.byId',
 *   key: { id: 'text' },
 *   text: 'select id, disabled from cairn.client where id = key.id',
 * })
 * const client = await database.find(clientById, [id])
 */
export function lookup<Row, Key extends readonly unknown[]>(
  written: LookupParts & GuardedLookupText,
): Lookup<Row, Key> & Guarded
export function lookup<Row, Key extends readonly unknown[]>(
  written: LookupParts & { readonly text: string },
): Lookup<Row, Key>
export function lookup<Row, Key extends readonly unknown[]>(
  written: LookupParts & (GuardedLookupText | { readonly text: string }),
): Lookup<Row, Key> & Partial<Guarded> {
  const { name, key, text } = written
  const parts = Object.entries(key).map(([part, type], at) => [part, { type, value: (of: Key) => of[at] }])
  const lists = rowsAsLists<Key>(Object.fromEntries(parts))
  const numbered = [
    `select found.*, key.place::integer as place from ${lists.from('key', 1)}, lateral (`,
    // The limit also makes the planner look up key by key, which is best for a few keys.
    ' limit 1) as found',
  ] as const
  const guard =
    'seesAll' in written && written.seesAll !== undefined ? { seesAll: written.seesAll } : undefined
  if (typeof text === 'string')
    return {
      lists,
      alone: sql({ ...guard, name: `${name}.alone`, text: `${withParameters(text, key)} limit 1` }),
      statement: sql({ ...guard, name, text: numbered.join(text) }),
      ...(guard && { guard }),
    }
  const alone = new GuardedSql(
    text.pieces.map(piece => (typeof piece === 'string' ? withParameters(piece, key) : piece)),
  )
  return {
    lists,
    alone: sql({ ...guard, name: `${name}.alone`, text: guarded`${alone} limit 1` }),
    statement: sql({ ...guard, name, text: guarded`${numbered[0]}${text}${numbered[1]}` }),
    guard: { text, ...guard },
  }
}

/** The text with the parts of its key as parameters. */
function withParameters(text: string, key: Readonly<Record<string, string>>): string {
  return Object.entries(key).reduce(
    (replaced, [part, type], at) =>
      replaced.replace(new RegExp(`\\bkey\\.${part}\\b`, 'g'), `$${at + 1}::${type}`),
    text,
  )
}
