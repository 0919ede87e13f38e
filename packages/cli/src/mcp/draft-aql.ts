/** Drafts AQL from paths of a template: entries are found by CONTAINS, and values by their paths inside the entries. */
import { checkAql, parseAql, printAql } from '@cairn-ehr/openehr/aql'
import type { FlatPath } from '@cairn-ehr/openehr/template'
import { ToolInputError } from './tool.ts'

export interface DraftColumn {
  /** A FLAT path, as `flatPaths` has it. */
  readonly path: string
  readonly label: string
}

export interface DraftCondition {
  readonly path: string
  readonly operator: string
  readonly value: string | number | boolean
}

export interface Draft {
  readonly templateId: string
  readonly columns: readonly DraftColumn[]
  readonly conditions: readonly DraftCondition[]
  readonly ehrId: string | undefined
  readonly limit: number
}

/** The attribute of a data value that a suffix of FLAT stands for. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  magnitude: 'magnitude',
  unit: 'units',
  code: 'defining_code/code_string',
  value: 'value',
  terminology: 'defining_code/terminology_id/value',
  ordinal: 'value',
  numerator: 'numerator',
  denominator: 'denominator',
}

/** The attribute of a data value that a path without suffix stands for. */
const PLAIN: Readonly<Record<string, string>> = { DV_COUNT: 'magnitude', DV_PROPORTION: 'numerator' }

const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'LIKE']

const ARCHETYPE = /\[(openEHR-EHR-([A-Z_]+)\.[\w-]+\.v\d[\w.-]*)[^\]]*\]/g

interface PlacedPath {
  /** Archetype of the entry, or of the composition itself. */
  readonly archetype: string | undefined
  readonly rmType: string
  /** Below it, beginning with a slash. */
  readonly rest: string
}

/** Splits a path after the last archetype in it. */
function placePath(aqlPath: string): PlacedPath {
  const last = [...aqlPath.matchAll(ARCHETYPE)].at(-1)
  if (!last) return { archetype: undefined, rmType: 'COMPOSITION', rest: aqlPath }
  const [whole, archetype, rmType = ''] = last
  return { archetype, rmType, rest: aqlPath.slice(last.index + whole.length) }
}

const findPath = (paths: readonly FlatPath[], wanted: string): FlatPath => {
  const found =
    paths.find(({ path }) => path === wanted) ??
    paths.find(({ path }) => path.replaceAll(':0', '') === wanted)
  if (!found) throw new ToolInputError(`The template has no path "${wanted}": find_paths lists them.`)
  return found
}

function valuePath({ path, rmType, aqlPath }: FlatPath): string {
  const suffix = path.split('|')[1]
  const attribute = suffix === undefined ? (PLAIN[rmType] ?? 'value') : ATTRIBUTES[suffix]
  return attribute === undefined || !rmType.startsWith('DV_') ? aqlPath : `${aqlPath}/${attribute}`
}

const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const literal = (value: DraftCondition['value']): string =>
  typeof value === 'string' ? quoted(value) : String(value)

const alias = (label: string): string => {
  const safe = label.replace(/\W+/g, '_').replace(/^(?=\d)/, '_')
  return safe === '' ? 'value' : safe
}

/** Throws if the query would not be taken. */
export function draftAql(paths: readonly FlatPath[], draft: Draft): string {
  const variables = new Map<string, { readonly name: string; readonly rmType: string }>()
  const expressionOf = (wanted: string): string => {
    const { archetype, rmType, rest } = placePath(valuePath(findPath(paths, wanted)))
    if (archetype === undefined || rmType === 'COMPOSITION') return `c${rest}`
    const known = variables.get(archetype) ?? { name: `x${variables.size + 1}`, rmType }
    variables.set(archetype, known)
    return `${known.name}${rest}`
  }
  const columns = draft.columns.map(({ path, label }) => `${expressionOf(path)} AS ${alias(label)}`)
  const conditions = draft.conditions.map(({ path, operator, value }) => {
    if (!OPERATORS.includes(operator))
      throw new ToolInputError(`An operator is one of ${OPERATORS.join(', ')}.`)
    return `${expressionOf(path)} ${operator} ${literal(value)}`
  })
  const entries = [...variables].map(([archetype, { name, rmType }]) => `${rmType} ${name}[${archetype}]`)
  const inside = entries.length > 1 ? `(${entries.join(' AND ')})` : entries.join('')
  const ehr = draft.ehrId === undefined ? 'EHR e' : `EHR e[ehr_id/value=${quoted(draft.ehrId)}]`
  const where = [`c/archetype_details/template_id/value = ${quoted(draft.templateId)}`, ...conditions]
  const parsed = parseAql(
    `SELECT e/ehr_id/value AS ehr_id, c/context/start_time/value AS time, ${columns.join(', ')}
     FROM ${ehr} CONTAINS COMPOSITION c${inside === '' ? '' : ` CONTAINS ${inside}`}
     WHERE ${where.join(' AND ')} ORDER BY c/context/start_time/value DESC LIMIT ${draft.limit}`,
  )
  const [fault] = checkAql(parsed)
  if (fault) throw new ToolInputError(`No query can be made of this: ${fault.message}.`)
  return printAql(parsed)
}
