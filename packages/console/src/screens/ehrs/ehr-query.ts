/** The search for EHRs as AQL. Ids and dates are parameters, never part of the text. */
import type { PatientFacts } from '../demographics/patients.ts'
import type { EhrSearch } from './ehr-search.ts'

interface AqlCall {
  readonly q: string
  readonly query_parameters: Readonly<Record<string, string>>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** In LIKE of AQL `*` and `?` are wildcards, and a backslash takes that away. */
const startsWith = (text: string): string => `${text.replace(/[*?\\]/g, '\\$&')}*`

const SUBJECT = 'e/ehr_status/subject/external_ref/id/value'

/** AQL compares letters as they are. Ids are written in capitals or without: both are looked for, and the text as it was typed. */
function subjectClause(text: string, isPart: boolean): Clause {
  const forms = [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
  const names = forms.map((_, index) => (index === 0 ? 'subject' : `subject${index}`))
  return {
    condition: `(${names.map(name => `${SUBJECT} LIKE $${name}`).join(' OR ')})`,
    values: Object.fromEntries(
      forms.map((form, index) => [names[index], `${isPart ? '*' : ''}${startsWith(form)}`]),
    ),
  }
}

interface Clause {
  readonly condition: string
  readonly values: Readonly<Record<string, string>>
}

/** EHRs by their ids. */
const idsClause = (ehrIds: readonly string[]): Clause => ({
  condition: `e/ehr_id/value matches {${ehrIds.map((_, index) => `$e${index}`).join(', ')}}`,
  values: Object.fromEntries(ehrIds.map((id, index) => [`e${index}`, id])),
})

export const isEhrId = (text: string): boolean => UUID.test(text.trim())

function textClause(text: string, isPart: boolean): Clause {
  return isEhrId(text)
    ? { condition: 'e/ehr_id/value = $ehr', values: { ehr: text.toLowerCase() } }
    : subjectClause(text, isPart)
}

function clausesOf({ q, isPart = false, ehrIds, template, from, before }: EhrSearch): Clause[] {
  const text = q?.trim() ?? ''
  const byText = ehrIds ? idsClause(ehrIds) : textClause(text, isPart)
  const clauses: (Clause | undefined)[] = [
    text === '' ? undefined : byText,
    template
      ? { condition: 'c/archetype_details/template_id/value = $template', values: { template } }
      : undefined,
    from ? { condition: 'e/time_created/value >= $from', values: { from: `${from}T00:00:00Z` } } : undefined,
    before
      ? { condition: 'e/time_created/value < $before', values: { before: `${before}T00:00:00Z` } }
      : undefined,
  ]
  return clauses.filter(clause => clause !== undefined)
}

function callOf(select: string, search: EhrSearch, order: string): AqlCall {
  const clauses = clausesOf(search)
  const source = search.template ? 'EHR e CONTAINS COMPOSITION c' : 'EHR e'
  const where =
    clauses.length === 0 ? '' : ` WHERE ${clauses.map(({ condition }) => condition).join(' AND ')}`
  return {
    q: `SELECT ${select} FROM ${source}${where}${order}`,
    query_parameters: Object.assign({}, ...clauses.map(({ values }) => values)) as Record<string, string>,
  }
}

/**
 * The ids of a page of EHRs, the newest first. They come from an index alone, so that a page in the middle of a million is there soon: whatever
 * else is selected would be made for each row that is skipped. What is shown of each is asked for afterwards.
 */
export function ehrPageQuery(
  search: EhrSearch,
  offset: number,
  fetch: number,
): AqlCall & { offset: number; fetch: number } {
  // An EHR has many compositions of a template; DISTINCT needs the column that orders it.
  const columns = search.template
    ? 'DISTINCT e/ehr_id/value AS ehr_id, e/time_created/value AS created'
    : 'e/ehr_id/value AS ehr_id'
  return { ...callOf(columns, search, ' ORDER BY e/time_created/value DESC'), offset, fetch }
}

/** The columns of some EHRs, by their ids. */
export function ehrDetailsQuery(ehrIds: readonly string[]): AqlCall {
  const { condition, values } = idsClause(ehrIds)
  return {
    q:
      'SELECT e/ehr_id/value AS ehr_id, e/ehr_status/subject/external_ref/id/value AS subject, ' +
      'e/ehr_status/subject/external_ref/namespace AS namespace, e/time_created/value AS created ' +
      `FROM EHR e WHERE ${condition}`,
    query_parameters: values,
  }
}

export interface EhrRow {
  readonly ehrId: string
  readonly subject: string
  readonly namespace: string
  readonly created: string
  /** The person of the EHR, for readers who may see people. */
  readonly patient?: PatientFacts
}

const cellText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell))

/** A page in its order; of an EHR that was erased in between, the id alone. */
export function ehrRows(
  ehrIds: readonly string[],
  details: readonly (readonly unknown[])[],
  patients: ReadonlyMap<string, PatientFacts> = new Map(),
): readonly EhrRow[] {
  const byId = new Map(details.map(row => [row[0], row]))
  return ehrIds.map(ehrId => {
    const [, subject, namespace, created] = byId.get(ehrId) ?? []
    const patient = patients.get(ehrId)
    return {
      ehrId,
      subject: cellText(subject),
      namespace: cellText(namespace),
      created: cellText(created),
      ...(patient ? { patient } : {}),
    }
  })
}

export const ehrCountQuery = (search: EhrSearch): AqlCall =>
  callOf(search.template ? 'COUNT(DISTINCT e/ehr_id/value) AS count' : 'COUNT(*) AS count', search, '')
