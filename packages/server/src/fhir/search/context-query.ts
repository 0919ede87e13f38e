/** The AQL below a search: the compositions of one context, narrowed by what its mappings say about the filters. */
import type { MappedElement, MappedPlace } from '@cairn-ehr/fhir'
import type { ParameterValue } from '@cairn-ehr/openehr/aql'
import { printSteps } from '@cairn-ehr/openehr/path'
import type { MappingSet, ReadyContext } from '../mappings/mapping-set.ts'
import { boundsOf } from './date-range.ts'
import { type FilterName, searchedElement } from './search-parameters.ts'
import type { Filter, SearchQuery, SortOrder } from './search-query.ts'
import { matchesToken, type Token } from './token.ts'

export interface ContextQuery {
  readonly q: string
  readonly parameters: Readonly<Record<string, ParameterValue>>
  /** Filters that AQL narrows by, and those that are compared with the resources alone. */
  readonly inAql: readonly FilterName[]
  readonly afterwards: readonly FilterName[]
  /** Rows are sorted by the time of each resource, so that those of one composition may lie apart. */
  readonly isByTime: boolean
}

/** Conditions of a filter on compositions. `never`: no resource of the context matches. */
type Narrowing = 'never' | 'always' | 'unknown' | { readonly any: readonly string[] }

/** Collects the values of a query as parameters, so that equal searches have equal texts. */
class Values {
  readonly all: Record<string, ParameterValue> = {}

  add(value: ParameterValue): string {
    const name = `p${Object.keys(this.all).length}`
    this.all[name] = value
    return `$${name}`
  }
}

/** An ELEMENT stands for its value in paths of mappings. */
function pathOf({ from, steps }: MappedPlace): string {
  const alias = from === 'composition' ? 'c' : 'a'
  const isElement = steps.at(-1)?.attribute === 'items'
  return [alias, printSteps(steps), ...(isElement ? ['value'] : [])].filter(each => each !== '').join('/')
}

const isConstant = ({ constant, isConditional }: MappedElement): boolean =>
  constant !== undefined && !isConditional

/** Constants of codes and systems of one element, compared with a token. */
function constantsMatch(elements: readonly MappedElement[], token: Token): boolean {
  const named = (name: string) =>
    elements.filter(({ names }) => names.at(-1) === name).map(({ constant }) => constant ?? '')
  const plain = elements.filter(({ names }) => names.length === 1).map(({ constant }) => constant ?? '')
  const systems = named('system')
  return (
    plain.some(code => matchesToken(token, { system: undefined, code }, true)) ||
    [...named('code'), ...named('value')].some(code =>
      [...systems, ...(systems.length === 0 ? [undefined] : [])].some(system =>
        matchesToken(token, { system, code }),
      ),
    )
  )
}

/** Codes of the record that may become the code of a token: those of the concept map, and the code itself. */
function recordCodes(
  { codes }: MappingSet,
  { conceptMap }: MappedElement,
  { code }: Token,
): readonly string[] {
  const pairs = codes.get(conceptMap ?? '') ?? []
  return [
    ...new Set([
      ...(code === undefined ? [] : [code]),
      ...pairs.filter(({ fhir }) => fhir.code === code).map(({ openehr }) => openehr.code),
    ]),
  ]
}

function narrowToken(
  set: MappingSet,
  elements: readonly MappedElement[],
  any: readonly Token[],
  values: Values,
): Narrowing {
  if (elements.every(isConstant))
    return any.some(token => constantsMatch(elements, token)) ? 'always' : 'never'
  const [only, ...others] = elements
  if (!only?.place || others.length > 0 || any.some(({ code }) => code === undefined)) return 'unknown'
  const path = pathOf(only.place)
  const codes = [...new Set(any.flatMap(token => recordCodes(set, only, token)))]
  return {
    any: codes.flatMap(code => {
      const value = values.add(code)
      return [
        `${path}/defining_code/code_string = ${value}`,
        `${path}/mappings/target/code_string = ${value}`,
      ]
    }),
  }
}

/** Times of records may lack their zone: the limits are a day wider, and the resources are compared exactly. */
const MARGIN_MS = 26 * 60 * 60 * 1000

function narrowDate(path: string, filter: Filter, values: Values): Narrowing {
  if (filter.kind !== 'date' || filter.any.length > 1) return 'unknown'
  const [condition] = filter.any
  const { from, to } = condition ? boundsOf(condition) : {}
  const at = (time: number) => values.add(new Date(time).toISOString())
  const both = [
    ...(from === undefined ? [] : [`${path} >= ${at(from - MARGIN_MS)}`]),
    ...(to === undefined ? [] : [`${path} <= ${at(to + MARGIN_MS)}`]),
  ]
  return both.length === 0 ? 'unknown' : { any: [both.join(' AND ')] }
}

const DATE_TYPES: ReadonlySet<string> = new Set(['dateTime', 'instant', 'date'])

/** The path of the only time that an element is made from; undefined where there are several, or none. */
function timePath(elements: readonly MappedElement[]): string | undefined {
  const [only, ...others] = elements
  if (!only?.place || others.length > 0 || !DATE_TYPES.has(only.type ?? '')) return undefined
  return `${pathOf(only.place)}/value`
}

const COMMITTED = 'v/commit_audit/time_committed/value'

function narrow(set: MappingSet, context: ReadyContext, filter: Filter, values: Values): Narrowing {
  if (filter.name === '_lastUpdated') return narrowDate(COMMITTED, filter, values)
  const element = searchedElement(context, filter.name)
  if (element === undefined) return 'never'
  const elements = context.elements.filter(({ names }) => names[0] === element)
  if (filter.kind === 'token') return narrowToken(set, elements, filter.any, values)
  const path = timePath(elements)
  return path === undefined ? 'unknown' : narrowDate(path, filter, values)
}

const fromOf = ({ mappings }: ReadyContext): string => {
  const { archetype } = mappings.start
  const [, rmType = 'COMPOSITION'] = /^openEHR-EHR-([A-Z_]+)\./.exec(archetype) ?? []
  const composition = rmType === 'COMPOSITION' ? `COMPOSITION c[${archetype}]` : 'COMPOSITION c'
  return `EHR e CONTAINS VERSION v CONTAINS ${composition}${rmType === 'COMPOSITION' ? '' : ` CONTAINS ${rmType} a[${archetype}]`}`
}

/** The path of the time that resources show; undefined if it is not one path. */
function shownTime(context: ReadyContext): string | undefined {
  const element = searchedElement(context, 'date')
  return timePath(context.elements.filter(({ names }) => names[0] === element))
}

/** The path that rows are sorted by: the time that the resource shows, or that of the composition. */
const sortPath = (context: ReadyContext, { by }: SortOrder): string =>
  by === '_lastUpdated' ? COMMITTED : (shownTime(context) ?? 'c/context/start_time/value')

/** Undefined: no resource of the context can match, so nothing is asked. */
export function contextQuery(
  set: MappingSet,
  context: ReadyContext,
  { filters, sort }: Pick<SearchQuery, 'filters' | 'sort'>,
): ContextQuery | undefined {
  const values = new Values()
  const conditions = [`c/archetype_details/template_id/value = ${values.add(context.templateId)}`]
  const [inAql, afterwards]: [FilterName[], FilterName[]] = [[], []]
  for (const filter of filters) {
    const found = narrow(set, context, filter, values)
    if (found === 'never') return undefined
    ;(found === 'unknown' ? afterwards : inAql).push(filter.name)
    if (typeof found === 'object') conditions.push(`(${found.any.join(' OR ')})`)
  }
  const key = sort && sortPath(context, sort)
  const order = key === undefined ? '' : ` ORDER BY ${key}${sort?.isDescending ? ' DESC' : ''}, v/uid/value`
  const columns = ['e/ehr_id/value', 'v/uid/value', COMMITTED, 'c', ...(key === undefined ? [] : [key])]
  return {
    q: `SELECT ${columns.join(', ')} FROM ${fromOf(context)} WHERE ${conditions.join(' AND ')}${order}`,
    parameters: values.all,
    inAql,
    afterwards,
    isByTime: sort?.by === 'date' && shownTime(context) !== undefined,
  }
}
