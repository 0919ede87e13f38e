/** Estimates the time of migrations before they begin, from their statements and the sizes of the tables that they work on. */
import { splitStatements } from './split-statements.ts'

/** `index`: builds an index. `rows`: changes or searches rows. `rewrite`: writes the whole table anew. `check`: reads all rows once. */
export type WorkKind = 'index' | 'rows' | 'rewrite' | 'check'

export interface TableWork {
  /** With its schema. */
  readonly table: string
  readonly kind: WorkKind
}

export interface PlannedWork extends TableWork {
  readonly bytes: number
  readonly seconds: number
}

/** Megabytes of a table in a second, on two busy cores: half of what one run of a million rows of 324 MB showed. */
const RATES: Readonly<Record<WorkKind, number>> = { index: 100, rows: 6, rewrite: 13, check: 300 }

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g
const NAME = /\bcairn(?:_party)?\.\w+/g

/** The first pattern that a statement matches decides; it is in lower case, without comments and with single spaces. */
const KINDS: readonly (readonly [pattern: RegExp, kind: WorkKind | undefined])[] = [
  [/^create (?:unique )?index\b/, 'index'],
  [/^create (?:or replace )?(?:function|view|trigger|sequence|type|schema|table)\b/, undefined],
  [/^(?:drop|grant|revoke|comment|set)\b/, undefined],
  // PostgreSQL stores a constant default once, and evaluates any other for each row.
  [
    /^alter table .*\badd column [^,]*\bdefault (?:gen_random_uuid|nextval|pg_current_xact_id|random)\(/,
    'rewrite',
  ],
  [/^alter table .*\balter column \w+ (?:set data )?type\b/, 'rewrite'],
  [
    /^alter table .*(?:\bset not null\b|\badd (?:constraint|foreign key|primary key|unique|check)\b)/,
    'check',
  ],
  [/^alter\b/, undefined],
  [/^/, 'rows'],
]

/** A statement that changes rows may read all tables that it names. */
function tablesOf(statement: string, kind: WorkKind): readonly string[] {
  const names = statement.match(NAME) ?? []
  return kind === 'rows' ? names : names.slice(0, 1)
}

export function workOf(migration: string): readonly TableWork[] {
  const works = splitStatements(migration).flatMap(text => {
    const statement = text.replace(COMMENTS, ' ').replace(/\s+/g, ' ').trim().toLowerCase()
    const kind = KINDS.find(([pattern]) => pattern.test(statement))?.[1]
    return kind === undefined ? [] : tablesOf(statement, kind).map(table => ({ table, kind }))
  })
  const unique = new Map(works.map(work => [`${work.kind} ${work.table}`, work]))
  return [...unique.values()]
}

/** `sizes`: bytes of the tables that exist, by their names with the schema. Others have no rows yet. */
export const planWork = (
  works: readonly TableWork[],
  sizes: ReadonlyMap<string, number>,
): readonly PlannedWork[] =>
  works.flatMap(work => {
    const bytes = sizes.get(work.table)
    return bytes === undefined ? [] : [{ ...work, bytes, seconds: bytes / (RATES[work.kind] * 1e6) }]
  })
