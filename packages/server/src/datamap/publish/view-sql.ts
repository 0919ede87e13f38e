/** The statements that make the views of a published datamap. */
import { terminologyGroup } from '@cairn-ehr/openehr/rm'
import { printWhole } from '../../access/index.ts'
import { quoteName, quoteText } from '../../db/index.ts'
import { EPISODE_FIELDS } from '../../versions/companions/index.ts'
import { type GroupTable, KEY_FIELDS, RECORD_FIELDS, type SqlColumn, type Table } from './tables.ts'

/** One for records as they are, and one for records without identity: a role is let into one of them. */
export const schemaOf = (withoutIdentity: boolean): string =>
  withoutIdentity ? 'cairn_datamap_research' : 'cairn_datamap'

export interface ViewsOf {
  readonly publication: number
  readonly withoutIdentity: boolean
  readonly artefactId: number
  readonly title: string
  readonly table: Table
  /** In the order of `tablesIn`. */
  readonly names: readonly string[]
}

type RecordField = (typeof RECORD_FIELDS)[number]

interface FieldSql {
  readonly sql: string
  /** Without identity; absent: as above. */
  readonly research?: string
  readonly comment: string
}

const states = [...terminologyGroup('version lifecycle state')]
  .map(([code, rubric]) => `when ${Number(code)} then ${quoteText(rubric)}`)
  .join(' ')

/** Episodes and numbers in the order of commits are left out without identity, as lists leave them out. */
const FIELDS: Readonly<Record<RecordField, FieldSql>> = {
  vuid: {
    sql: 'r.vuid',
    comment: 'The id of the version',
  },
  episode_uid: {
    sql: printWhole(EPISODE_FIELDS.episode_uid),
    research: 'null::uuid',
    comment: 'The id of the episode',
  },
  episode_id: {
    sql: printWhole(EPISODE_FIELDS.episode_id),
    research: 'null::text',
    comment: 'The number of the episode',
  },
  episode_status: {
    sql: printWhole(EPISODE_FIELDS.episode_status),
    research: 'null::text',
    comment: 'active or inactive',
  },
  episode_start: { sql: 'episode.starts_at', research: 'null::timestamptz', comment: 'Start of the episode' },
  episode_end: {
    sql: 'episode.ends_at',
    research: 'null::timestamptz',
    comment: 'End of the episode; null while it lasts',
  },
  uid: {
    sql: 'r.object_id',
    research: "split_part(r.vuid, '::', 1)::uuid",
    comment: 'The id of the record, the same for all its versions',
  },
  version_object_id: { sql: 'o.serial', research: 'null::bigint', comment: 'The number of the record' },
  version_tree_id: { sql: 'r.version', comment: 'The number of the version' },
  artefact_id: { sql: 'o.artefact_id', comment: 'The number of the template' },
  trunk_lifecycle_state: {
    sql: `case r.lifecycle ${states} end`,
    comment: 'complete, incomplete, …',
  },
  ehr_id: { sql: 'r.ehr_id', research: 'r.shown_ehr_id', comment: 'The EHR' },
  findings: {
    sql: `(select f.total from cairn.finding f
      where f.ehr_id = r.ehr_id and f.object_id = r.object_id and f.version = r.version)`,
    research: 'null::integer',
    comment: 'Number of rules of the template that the record breaks; null for none',
  },
}

const cell = ({ name, type }: SqlColumn, cells: string): string =>
  type === 'jsonb'
    ? `${cells} -> ${quoteText(name)} as ${quoteName(name)}`
    : `(${cells} ->> ${quoteText(name)})::${type} as ${quoteName(name)}`

/**
 * Records that are there now, in EHRs that are queryable and in reach of the reader. The barrier keeps functions of the reader from rows
 * that the reader must not see. OFFSET 0 makes each object a look-up by its key: without statistics the planner joined by the EHR alone (2.6 s for
 * 2,000 records). Episodes are outer joins, which the planner leaves out if no field of theirs is asked for.
 */
function recordView({ publication, withoutIdentity, artefactId, table }: ViewsOf, view: string): string {
  const fields = RECORD_FIELDS.map(name => {
    const { sql, research } = FIELDS[name]
    return `${withoutIdentity ? (research ?? sql) : sql} as ${name}`
  })
  const reach = `(select cairn.reach_of_reader(${publication}))`
  return `create view ${view} with (security_barrier) as
    select ${[...fields, ...table.columns.map(column => cell(column, 'r.cells'))].join(',\n      ')}
    from cairn.datamap_row r
    cross join lateral (
      select b.serial, b.artefact_id, b.episode_id from cairn.versioned_object b
      where b.ehr_id = r.ehr_id and b.object_id = r.object_id offset 0) o
    left join cairn.ehr episode_ehr on episode_ehr.ehr_id = r.ehr_id
    left join cairn.episode episode on episode.ehr_id = r.ehr_id
      and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    where r.publication = ${publication} and o.artefact_id = ${artefactId}
      and r.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
      and (coalesce((${reach} ->> 'every')::boolean, false)
        or r.ehr_id in (select e::uuid from jsonb_array_elements_text(${reach} -> 'ehrs') e))`
}

interface GroupView {
  readonly group: GroupTable
  /** The name of the view above, and the numbers of rows that it has. */
  readonly above: string
  readonly numbers: readonly string[]
}

const groupView = ({ group, above, numbers }: GroupView, view: string): string =>
  `create view ${view} with (security_barrier) as
    select ${[
      ...[...KEY_FIELDS, ...numbers].map(name => `a.${quoteName(name)}`),
      `g.number as ${quoteName(group.number)}`,
      ...group.columns.map(column => cell(column, 'g.cells')),
    ].join(',\n      ')}
    from ${above} a cross join lateral jsonb_array_elements(a.${quoteName(group.column)}) with ordinality as g (cells, number)`

/** The parts of the names of views: that of the records first, then those of groups as they are met. */
export const tablesIn = (name: string, { groups }: Table): readonly string[] => [
  name,
  ...groups.flatMap(group => tablesIn(`${name}_${group.column}`, group)),
]

const comments = (view: string, title: string, columns: readonly (readonly [string, string])[]): string[] => [
  `comment on view ${view} is ${quoteText(title)}`,
  ...columns.map(
    ([name, comment]) => `comment on column ${view}.${quoteName(name)} is ${quoteText(comment)}`,
  ),
]

const commentsOf = ({ columns }: Table): [string, string][] =>
  columns.map(({ name, comment }) => [name, comment])

function groupStatements(
  views: { next: () => string },
  above: string,
  numbers: readonly string[],
  groups: readonly GroupTable[],
): string[] {
  return groups.flatMap(group => {
    const view = views.next()
    const keys = [...KEY_FIELDS.map(name => [name, FIELDS[name].comment] as const)]
    const numbered = [...numbers, group.number].map(name => [name, 'Number of the row, from 1'] as const)
    return [
      groupView({ group, above, numbers }, view),
      ...comments(view, group.title, [...keys, ...numbered, ...commentsOf(group)]),
      ...groupStatements(views, view, [...numbers, group.number], group.groups),
    ]
  })
}

export function viewStatements(wanted: ViewsOf): readonly string[] {
  const schema = quoteName(schemaOf(wanted.withoutIdentity))
  const names = wanted.names.map(name => `${schema}.${quoteName(name)}`)
  const views = { next: () => names.shift() ?? '' }
  const view = views.next()
  const fields = RECORD_FIELDS.map(name => [name, FIELDS[name].comment] as const)
  return [
    recordView(wanted, view),
    ...comments(view, wanted.title, [...fields, ...commentsOf(wanted.table)]),
    ...groupStatements(views, view, [], wanted.table.groups),
  ]
}
