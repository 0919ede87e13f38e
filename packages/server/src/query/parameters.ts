/** Reads a call of a query: parameters from the query string or the body, the EHR, and the page. */

import { isStorableText, type ParameterValue, type ParameterValues } from '@cairn-ehr/openehr/aql'
import { parseJson } from '@cairn-ehr/openehr/format'
import type { WalPosition } from '../db/reads/index.ts'
import type { Incoming } from '../http/index.ts'
import { int32In, int32Of, namedEhrId, unknownParameter } from '../http/request/index.ts'
import type { EhrId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Among } from './among.ts'

/** Parameters as they came: text of a query string has no type yet. */
export interface GivenParameters {
  readonly typed: ParameterValues
  readonly untyped: Readonly<Record<string, readonly string[]>>
}

interface Page {
  /** Rows to skip. */
  readonly offset: number
  /** Rows to give; undefined: as many as the setting says. */
  readonly fetch: number | undefined
}

export interface CallInput extends Page {
  /** Names of the query string that are not parameters of the query. */
  readonly controls: readonly string[]
  readonly ehrId: EhrId | undefined
  /** Undefined: all EHRs that the query sees. */
  readonly among?: Among | undefined
  readonly parameters: GivenParameters
  /** The state of the database that the rows must show at least. */
  readonly after?: WalPosition | undefined
  /** Milliseconds that the query may take; undefined: as the setting says. */
  readonly longest?: number | undefined
}

const malformed = (message: string) => new Refusal('request.malformed', message)

/** Every call can name the EHR, whether the query asks for `$ehr_id` or not. */
const EHR_ID = 'ehr_id'

/** The EHR that a query runs in, from wherever it is named: they must agree. */
function ehrIdOf({ mountPoint }: Incoming, named: readonly unknown[]): EhrId | undefined {
  if (mountPoint.isOpenehr) refuseSeveral(named)
  let first: EhrId | undefined
  let isOne = true
  for (const value of named) {
    if (isAbsent(value)) continue
    const id = namedEhrId(value, EHR_ID)
    first ??= id
    isOne &&= id === first
  }
  if (!isOne) throw malformed(TWO_EHRS)
  return first
}

const TWO_EHRS = 'ehr_id is given twice, and not the same.'

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** Suites for openEHR REST expect 409 for a second id, even if it is no id of an EHR. */
function refuseSeveral(named: readonly unknown[]): void {
  const ids = named.filter(value => !isAbsent(value)).map(value => String(value).toLowerCase())
  if (new Set(ids).size > 1) throw new Refusal('query.ehr_contradicted', TWO_EHRS)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isValue = (value: unknown): value is ParameterValue =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(each => !Array.isArray(each) && isValue(each)))

/** Values that are JSON have their types. */
export function typedIn(given: unknown, where: string): Record<string, ParameterValue> {
  if (!isObject(given)) throw malformed(`${where} must be a JSON object of names and values.`)
  const values: [string, ParameterValue][] = Object.entries(given).map(([name, value]) => {
    if (!isValue(value))
      throw malformed(
        `The parameter "${name}" must be a text, a number, a boolean, null, or a list of these.`,
      )
    return [name.replace(/^\$/, ''), value]
  })
  return Object.fromEntries(values)
}

const BRACKETED = /^query_parameters\[([^\]]+)\]$/

/** Every name but the controls is a parameter (OpenAPI: form, exploded); JSON and bracketed forms are understood as well. */
function parametersIn(
  query: URLSearchParams,
  controls: readonly string[],
): { readonly typed: ParameterValues; readonly untyped: Map<string, readonly string[]> } {
  const typed: Record<string, ParameterValue> = {}
  const untyped = new Map<string, readonly string[]>()
  for (const [name, value] of query) {
    if (name === 'query_parameters') Object.assign(typed, fromText(value, untyped))
    else if (!controls.includes(name)) append(untyped, BRACKETED.exec(name)?.[1] ?? name, value)
  }
  return { typed, untyped }
}

function append(untyped: Map<string, readonly string[]>, name: string, value: string): void {
  const key = name.replace(/^\$/, '')
  untyped.set(key, [...(untyped.get(key) ?? []), value])
}

/** `query_parameters={"a":1}`, or `query_parameters=a=1`, repeated or by comma. */
function fromText(text: string, untyped: Map<string, readonly string[]>): Record<string, ParameterValue> {
  if (text.trimStart().startsWith('{')) return typedIn(parseJson(text), 'query_parameters')
  for (const pair of text.split(',').filter(each => each !== '')) {
    const equals = pair.indexOf('=')
    if (equals < 1) throw malformed('query_parameters must be a JSON object, or name=value.')
    append(untyped, pair.slice(0, equals), pair.slice(equals + 1))
  }
  return {}
}

function headerOf({ headers }: Incoming): string | undefined {
  const given = headers['openehr-ehr-id']
  return Array.isArray(given) ? given[0] : given
}

export function callInQueryString(request: Incoming, controls: readonly string[]): CallInput {
  const { query } = request
  const { typed, untyped } = parametersIn(query, controls)
  const untypedIds = untyped.get(EHR_ID) ?? []
  untyped.delete(EHR_ID)
  const ehrId = ehrIdOf(request, [...query.getAll(EHR_ID), headerOf(request), typed[EHR_ID], ...untypedIds])
  return {
    controls,
    offset: int32In(query, 'offset') ?? 0,
    fetch: int32In(query, 'fetch'),
    ehrId,
    parameters: { typed: withEhrId(typed, ehrId), untyped: Object.fromEntries(untyped) },
  }
}

/** A query may use `$ehr_id` itself, wherever the call names it; as the store writes it. */
const withEhrId = (typed: ParameterValues, ehrId: string | undefined): ParameterValues =>
  ehrId === undefined ? typed : { ...typed, ehr_id: ehrId }

const OTHER_WAY =
  'Calls to the addresses of CAIRN_PREFIXES, or to a server with CAIRN_WIRE_PROFILE=openehr, may leave it out.'

/** A member of the body that is not there; all but the text of a query have a default on lenient mounts. */
function requireMember(body: Record<string, unknown>, name: string, isLenient: boolean): void {
  if (!isAbsent(body[name])) return
  if (name === 'q') throw malformed('The body has no "q": the text of the query.')
  if (!isLenient) throw malformed(`The body has no "${name}". ${OTHER_WAY}`)
}

const MEMBERS = ['offset', 'fetch', 'query_parameters', EHR_ID]

/** On lenient mounts no body counts as an empty one. */
function bodyIn(
  { body, mountPoint }: Incoming,
  required: readonly string[],
  optional: readonly string[],
): Record<string, unknown> {
  const given = isAbsent(body) && mountPoint.isLenient ? {} : body
  if (given === undefined && required.length === 0) return {}
  if (given === undefined) throw malformed(`The body is missing. ${OTHER_WAY}`)
  if (!isObject(given)) throw malformed('The body must be a JSON object.')
  for (const name of required) requireMember(given, name, mountPoint.isLenient)
  const known = new Set([...optional, ...required])
  const unknown = Object.keys(given).find(name => !known.has(name))
  if (unknown !== undefined) throw unknownParameter(unknown, [...known], 'the body')
  return given
}

/** `required`: members that the body must have; of a stored query three (interface spec 4.8), of an ad hoc one its text. */
export function callInBody(
  request: Incoming,
  required: readonly string[],
  optional: readonly string[] = MEMBERS,
): CallInput & { readonly q: string } {
  const body = bodyIn(request, required, optional)
  const given = body['query_parameters']
  const typed = isAbsent(given) ? {} : typedIn(given, 'query_parameters')
  const { q = '' } = body
  if (typeof q !== 'string') throw malformed('"q" must be the text of a query.')
  const ehrId = ehrIdOf(request, [
    ...request.query.getAll(EHR_ID),
    body['ehr_id'],
    headerOf(request),
    typed['ehr_id'],
  ])
  return {
    q,
    controls: [],
    offset: int32Of(body['offset'], 'offset') ?? 0,
    fetch: int32Of(body['fetch'], 'fetch'),
    ehrId,
    parameters: { typed: withEhrId(typed, ehrId), untyped: {} },
  }
}

/** A mistyped name must not widen a query in silence: one that neither the call nor the query uses is refused. */
export function refuseUnknownNames(
  names: readonly string[],
  { controls, parameters }: Pick<CallInput, 'controls' | 'parameters'>,
): void {
  const known = [EHR_ID, ...names]
  const unknownIn = (given: object) => Object.keys(given).find(name => !known.includes(name))
  const untyped = unknownIn(parameters.untyped)
  if (untyped !== undefined)
    throw unknownParameter(untyped, [...new Set([...controls, ...known])], 'the query string')
  const typed = unknownIn(parameters.typed)
  if (typed !== undefined) throw unknownParameter(typed, known, 'query_parameters')
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The values that a text of a query string may stand for, the likeliest first. */
function readings(text: string): ParameterValue[] {
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return [Number(text), text]
  if (text === 'true' || text === 'false') return [text === 'true', text]
  return [text]
}

const readingsOf = (texts: readonly string[]): ParameterValue[] => {
  const [only = ''] = texts
  return texts.length === 1
    ? readings(only)
    : [texts.flatMap(text => readings(text).slice(0, 1)) as ParameterValue, texts as ParameterValue]
}

/** The parameters that came as text, with their readings. */
const openReadings = (names: readonly string[], { typed, untyped }: GivenParameters) =>
  names
    .filter(name => Object.hasOwn(untyped, name) && !Object.hasOwn(typed, name))
    .map(name => ({ name, choices: readingsOf(untyped[name] ?? []) }))

/** Values for parameters; of those in `second`, the less likely reading. */
export function valuesOf(
  names: readonly string[],
  given: GivenParameters,
  second: ReadonlySet<string>,
): ParameterValues {
  const values: Record<string, ParameterValue> = { ...given.typed }
  for (const { name, choices } of openReadings(names, given))
    values[name] = choices[second.has(name) ? 1 : 0] ?? null
  return values
}

/**
 * The parameters that are to be read in the less likely way. A text that looks like a number is one where the query compares it with
 * numbers, and stays a text where it does not: `faults` counts what the query has against a choice.
 */
export function chooseReadings(
  names: readonly string[],
  given: GivenParameters,
  faults: (values: ParameterValues) => number,
): ReadonlySet<string> {
  let second: ReadonlySet<string> = new Set()
  for (const { name, choices } of openReadings(names, given)) {
    if (choices[1] === undefined) continue
    const changed = new Set([...second, name])
    if (faults(valuesOf(names, given, changed)) < faults(valuesOf(names, given, second))) second = changed
  }
  return second
}

/** Undefined for a text that no query can have as a literal. */
function typeOfValue(value: ParameterValue): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? 's' : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'i' : 'r'
  return typeof value === 'boolean' ? 'b' : value === null ? 'n' : JSON.stringify(value)
}

/**
 * The same for calls that give the parameters values of the same types, and to those that are not free the same values. Undefined
 * where a value has to be looked at itself.
 */
export function typesOf(
  names: readonly string[],
  free: ReadonlySet<string>,
  { typed, untyped }: GivenParameters,
): string | undefined {
  let types = ''
  for (const name of names) {
    const readings = Object.hasOwn(typed, name)
      ? [typed[name] ?? null]
      : Object.hasOwn(untyped, name)
        ? readingsOf(untyped[name] ?? [])
        : []
    if (free.has(name))
      for (const reading of readings) {
        const type = typeOfValue(reading)
        if (type === undefined) return undefined
        types += type
      }
    else types += JSON.stringify(readings)
    types += ';'
  }
  return types
}
