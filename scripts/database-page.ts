/** The reference page of the database: tables and columns as the migrations leave them, with the comments of the migrations. */
import { readdirSync, readFileSync } from 'node:fs'
import { type Database, sql } from '../packages/server/src/db/index.ts'
import { entries, wrap } from './markdown.ts'

const FOLDER = new URL('../packages/server/migrations/', import.meta.url)

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly required: boolean
  readonly key: boolean
}

interface Index {
  readonly table: string
  readonly definition: string
}

/** Tables of people have the name of their schema, the others do not. */
const NAME = (table: string) =>
  `case when n.nspname = 'cairn' then '' else n.nspname || '.' end || ${table}.relname as "table"`

/** Partitions of a table are left out: they come and go. */
const COLUMNS = `select ${NAME('c')}, a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
  a.attnotnull as required,
  coalesce(a.attnum = any (i.indkey), false) as key
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_index i on i.indrelid = c.oid and i.indisprimary
where n.nspname in ('cairn', 'cairn_party') and c.relkind in ('r', 'p') and not c.relispartition
order by n.nspname, c.relname, a.attnum`

const INDEXES = `select ${NAME('t')}, pg_get_indexdef(i.indexrelid) as definition
from pg_index i
join pg_class t on t.oid = i.indrelid
join pg_namespace n on n.oid = t.relnamespace
where n.nspname in ('cairn', 'cairn_party') and not t.relispartition and not i.indisprimary
order by n.nspname, t.relname, definition`

function renameTable(comments: Map<string, string>, before: string, after: string): void {
  for (const [name, text] of [...comments])
    if (name === before || name.startsWith(`${before}.`)) {
      comments.delete(name)
      comments.set(`${after}${name.slice(before.length)}`, text)
    }
}

const tableIn = (name: string | undefined): string | undefined => name?.replace(/^cairn\./, '')

/** Comments by \`table\` and \`table.column\`; a later migration has the last word. */
function commentsIn(migration: string, comments: Map<string, string>): void {
  let waiting: string[] = []
  let within: string | undefined
  for (const line of migration.split('\n')) {
    const comment = /^\s*-- ?(.*)$/.exec(line)?.[1]
    if (comment !== undefined) {
      waiting.push(comment.trim())
      continue
    }
    const [, before, after] = /^alter table cairn\.(\w+) rename to (\w+);$/.exec(line) ?? []
    if (before !== undefined && after !== undefined) {
      renameTable(comments, before, after)
      if (waiting.length > 0) comments.set(after, waiting.join(' '))
      waiting = []
      continue
    }
    const made = tableIn(/^create (?:unlogged )?table (cairn(?:_party)?\.\w+)/.exec(line)?.[1])
    const changed = tableIn(/^alter table (?:only )?(cairn(?:_party)?\.\w+)/.exec(line)?.[1])
    within = made ?? changed ?? within
    const added = /\badd column (?:if not exists )?(\w+)/.exec(line)?.[1]
    const column = added ?? (made || changed ? undefined : /^ {2}(\w+) \S/.exec(line)?.[1])
    const name = made ?? (within !== undefined && column !== undefined ? `${within}.${column}` : undefined)
    if (name !== undefined && waiting.length > 0) comments.set(name, waiting.join(' '))
    waiting = []
    if (/^\)|;\s*$/.test(line)) within = undefined
  }
}

function migrationComments(): ReadonlyMap<string, string> {
  const comments = new Map<string, string>()
  for (const name of readdirSync(FOLDER).sort())
    if (name.endsWith('.sql')) commentsIn(readFileSync(new URL(name, FOLDER), 'utf8'), comments)
  return comments
}

/** Without the name of the schema, which PostgreSQL leaves out of expressions for a role of the same name only. */
const shortDefinition = ({ definition }: Index): string =>
  definition
    .replace(/^CREATE /, '')
    .replace(/ ON (?:ONLY )?/, ' on ')
    .replaceAll('cairn.', '')

export async function databasePage(database: Database): Promise<string> {
  const columns = await database.query(sql<Column>({ name: 'docs.columns', text: COLUMNS, prepare: false }))
  const indexes = await database.query(sql<Index>({ name: 'docs.indexes', text: INDEXES, prepare: false }))
  const comments = migrationComments()
  const parts = [...new Set(columns.map(each => each.table))].map(name => {
    const rows = columns
      .filter(each => each.table === name)
      .map(({ column, type, required, key }) => [
        `\`${column}\``,
        `${type}${key ? ', key' : ''}${required || key ? '' : ', may be null'}`,
        comments.get(`${name}.${column}`) ?? '',
      ])
    const list = indexes
      .filter(each => each.table === name)
      .map(each => wrap(`\`${shortDefinition(each)}\``, '  ', '- '))
    const about = comments.get(name)
    return [
      `## ${name}`,
      ...(about === undefined ? [] : [wrap(about)]),
      entries(rows).trimEnd(),
      ...(list.length === 0 ? [] : [`Indexes:\n\n${list.join('\n')}`]),
    ].join('\n\n')
  })
  return `# The database schema

The tables of the schemas \`cairn\` and \`cairn_party\` (people and other parties, in tables of the same form) after all
migrations of this version, with the comments of the migrations. The page is for operators and for readers of the code.
Programs use the API: tables and columns may change in any release.
[How storage works](../explanations/storage.md) explains the design.

${parts.join('\n\n')}
`
}
