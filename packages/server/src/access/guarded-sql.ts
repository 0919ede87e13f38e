/**
 * SQL that is made for its tables. A statement names each table by a value of this file, and is printed for the caller who runs it:
 * with the tables themselves, or with the rows of them that the caller's rights reach. So nobody edits finished SQL (decision 0094).
 */

/** Tables with rows that rights may hide. */
export const GUARDED_TABLES = [
  'ehr',
  'ehr_subject',
  'contribution',
  'versioned_object',
  'version',
  'root',
  'item_tag',
  'finding',
  'episode',
  'erased_ehr',
  'erased_object',
  'template',
  'datamap',
  'stored_query',
  // Of parties alone.
  'person_entry',
  'person_link',
  'person_merge',
  'party_reference',
] as const

export type GuardedTable = (typeof GUARDED_TABLES)[number]

/** Those that parties have too, of the same shape, in a schema of their own (decision 0100). */
export const PARTY_TABLES = [
  'ehr',
  'contribution',
  'versioned_object',
  'version',
  'root',
  'item_tag',
  'finding',
  'erased_ehr',
  'person_entry',
  'person_link',
  'person_merge',
  'party_reference',
] as const satisfies readonly GuardedTable[]

/** Tables and functions without data about anybody, and the audit trail, which such statements only add to. */
const OPEN_NAMES = [
  'archetype',
  'archetype_path',
  'path',
  'dictionary_state',
  'shared_leaves',
  'document_preset',
  'record_key',
  'audit_event',
  'audit_trail',
  'envelope_of',
  'greatest_value',
  'least_value',
  'greatest_text',
  'least_text',
  'may_lack_value',
  'order_text',
  'instance_starts',
  'leaf_below',
  'by_vector',
  'reached_records',
  'in_reach',
] as const

type OpenName = (typeof OPEN_NAMES)[number]

/** A name of the schema in a statement, and what the statement does with it. */
export type TableUse =
  | { readonly use: 'open'; readonly name: OpenName }
  /** New rows are checked before they are written. */
  | { readonly use: 'insert'; readonly table: GuardedTable }
  | { readonly use: 'rows'; readonly table: GuardedTable; readonly alias: string | undefined }
  /** UPDATE or DELETE with the condition of its WHERE, which is put in brackets: no OR in it gets round that of a limit. */
  | {
      readonly use: 'change'
      readonly verb: 'update' | 'delete from'
      readonly table: GuardedTable
      readonly alias: string | undefined
      /** SET and FROM of an UPDATE. */
      readonly rest: GuardedSql
      readonly where: GuardedSql
    }

/** A name of the schema, other than in a string of SQL. */
const NAMED = /(?<!')cairn(?:_party)?\./

type Part = string | number | TableUse | GuardedSql

export class GuardedSql {
  readonly pieces: readonly (string | TableUse)[]

  constructor(parts: readonly Part[]) {
    this.pieces = parts.flatMap(part => {
      if (part instanceof GuardedSql) return part.pieces
      return typeof part === 'number' ? String(part) : part
    })
    const text = this.pieces.map(piece => (typeof piece === 'string' ? piece : '…')).join('')
    if (NAMED.test(text)) throw new Error(`A guarded statement names a table in its text: ${text}`)
  }

  /** Runs where a template without the tag takes a part that needs it. */
  toString(): never {
    throw new Error('A part of a guarded statement stands in a template without the tag `guarded`')
  }
}

const between = <P>(texts: readonly string[], parts: readonly P[]): (string | P)[] =>
  texts.flatMap((text, at) => [text, ...parts.slice(at, at + 1)])

/** const latest = guarded`select … from ${seen.version('v')} where v.ehr_id = $1` */
export const guarded = (texts: TemplateStringsArray, ...parts: readonly Part[]): GuardedSql =>
  new GuardedSql(between(texts, parts))

/** SQL that is written in our sources: no text that is made while the program runs can be one. */
export class SqlConstant extends GuardedSql {
  readonly isWritten = true
}

/** Takes tables, other constants, and nothing else. */
export const sqlConstant = (
  texts: TemplateStringsArray,
  ...parts: readonly (SqlConstant | TableUse)[]
): SqlConstant => new SqlConstant(between(texts, parts))

const byName = <Name extends string, Made>(names: readonly Name[], make: (name: Name) => Made) =>
  Object.fromEntries(names.map(name => [name, make(name)])) as Readonly<Record<Name, Made>>

/** The rows of a table that the caller may see: `from ${seen.version('v')}`. */
export const seen = byName(
  GUARDED_TABLES,
  table =>
    (alias?: string): TableUse => ({ use: 'rows', table, alias }),
)

/** `${insertInto.version} (ehr_id) select …` */
export const insertInto = byName(GUARDED_TABLES, (table): TableUse => ({ use: 'insert', table }))

interface Deletion {
  /** The alias of the table. */
  readonly as?: string
  readonly where: string | GuardedSql
}

interface Update extends Deletion {
  readonly set: string | GuardedSql
  readonly from?: string | GuardedSql
}

/** `${update.root({ as: 'r', set: 'latest = false', where: 'r.ehr_id = $1' })}` */
export const update = byName(
  GUARDED_TABLES,
  table =>
    ({ as: alias, set, from, where }: Update): TableUse => ({
      use: 'change',
      verb: 'update',
      table,
      alias,
      rest: from === undefined ? guarded` set ${set}` : guarded` set ${set} from ${from}`,
      where: guarded`${where}`,
    }),
)

const NOTHING = guarded``

/** `${deleteFrom.item_tag({ where: 'key = $1' })} returning key` */
export const deleteFrom = byName(
  GUARDED_TABLES,
  table =>
    ({ as: alias, where }: Deletion): TableUse => ({
      use: 'change',
      verb: 'delete from',
      table,
      alias,
      rest: NOTHING,
      where: guarded`${where}`,
    }),
)

/** Several with a text between them. */
export const joined = (parts: readonly GuardedSql[], separator: string): GuardedSql =>
  new GuardedSql(parts.flatMap((part, at) => (at === 0 ? part : [separator, part])))

export const open = byName(OPEN_NAMES, (name): TableUse => ({ use: 'open', name }))
