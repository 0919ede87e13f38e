/** The conditions on the rows of each table that keep a caller within their rights. */
import type { GuardedTable } from './guarded-sql.ts'
import type { LimitKind } from './row-limit.ts'

/** Values that say how far the rights of a caller reach: EHRs, the bits of rules, and the setting itself. */
export type ReachValue = 'ehrs' | 'records' | 'setting'

interface Scope {
  readonly kind: LimitKind
  /** The alias of the row that is asked about. */
  readonly row: string
  /** The SQL of a value. */
  readonly given: (value: ReachValue) => string
}

type Condition = (scope: Scope) => string

const inEhr: Condition = ({ kind, row, given }) =>
  kind === 'template'
    ? `cairn.in_reach(${given('records')}, ${row}.ehr_id, null, null)`
    : `${row}.ehr_id = any(${given('ehrs')})`

/** The template of a composition by any of its versions: all are of one template, whose rights are by its name. */
const templateOf = (
  row: string,
): string => `coalesce((select max(reach_t.template_key) from cairn.version reach_t
  where reach_t.ehr_id = ${row}.ehr_id and reach_t.object_id = ${row}.object_id group by reach_t.ehr_id), 0)`

const inRecords =
  (part: (row: string) => string): Condition =>
  scope => {
    if (scope.kind === 'ehr') return inEhr(scope)
    const { row, given } = scope
    return `${inEhr(scope)} and (${row}.kind <> 'COMPOSITION' or cairn.in_reach(${given('records')}, ${row}.ehr_id, ${part(row)}))`
  }

const inVersion = inRecords(row => `'templates', coalesce(${row}.template_key, ${templateOf(row)})`)

const inObject = inRecords(
  row => `case when ${row}.artefact_id is null then 'templates' else 'artefacts' end,
    coalesce(${row}.artefact_id, ${templateOf(row)})`,
)

/** Rows that belong to a row of another table, by columns that both have. */
const belonging =
  (table: string, alias: string, columns: readonly string[], condition: Condition): Condition =>
  scope => {
    if (scope.kind === 'ehr') return inEhr(scope)
    const same = columns.map(column => `${alias}.${column} = ${scope.row}.${column}`)
    return `exists (select 1 from cairn.${table} ${alias} where ${same.join(' and ')} and ${condition({ ...scope, row: alias })})`
  }

const ofVersion = (column: string): Condition =>
  belonging('version', 'reach_v', ['ehr_id', column], inVersion)
const ofObject = belonging('versioned_object', 'reach_o', ['ehr_id', 'object_id'], inObject)

const byName =
  (column: string, list: string): Condition =>
  ({ row, given }) =>
    `cairn.matches_names(${row}.${column}, ${given('setting')} -> '${list}')`

/** Rows of parties: by the kind of the party, and the name of its template, which all its versions share. */
export const IN_PARTY: Condition = ({ row, given }) => {
  const names = `${given('setting')} -> 'parties'`
  return `exists (select 1 from cairn_party.version reach_v
    left join cairn.template reach_t on reach_t.template_key = reach_v.template_key
    where reach_v.ehr_id = ${row}.ehr_id and jsonb_exists(${names}, reach_v.kind)
      and cairn.matches_names(reach_t.template_id, ${names} -> reach_v.kind))`
}

/** Entries of people have the name of their template, so that a search looks nothing else up. */
export const IN_PERSON: Condition = ({ row, given }) => {
  const names = `${given('setting')} -> 'parties'`
  return `jsonb_exists(${names}, 'PERSON') and cairn.matches_names(${row}.template_id, ${names} -> 'PERSON')`
}

const OUT_OF_REACH: Condition = () => 'false'

/** Table by table. */
export const CONDITIONS: Readonly<Record<GuardedTable, Condition>> = {
  ehr: inEhr,
  ehr_subject: inEhr,
  episode: inEhr,
  erased_ehr: inEhr,
  version: inVersion,
  versioned_object: inObject,
  root: ofVersion('commit_number'),
  contribution: ofVersion('contribution_id'),
  item_tag: ofObject,
  finding: ofObject,
  // The template of a composition that was erased is not known any more.
  erased_object: scope =>
    scope.kind === 'ehr' ? inEhr(scope) : `${inEhr(scope)} and ${scope.row}.kind <> 'COMPOSITION'`,
  template: byName('template_id', 'template'),
  datamap: byName('template_id', 'datamap'),
  stored_query: byName('name', 'query'),
  // Rights on records reach no parties.
  person_entry: OUT_OF_REACH,
  person_link: OUT_OF_REACH,
  person_merge: OUT_OF_REACH,
  party_reference: OUT_OF_REACH,
}
