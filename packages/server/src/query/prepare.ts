/** From text and parameters to a query that can be run, or to a problem that says what is wrong with it and where. */

import { Problem } from '@cairn-ehr/openehr'
import { type Aql, bindParameters, checkAql, type ParameterValues, refuseAql } from '@cairn-ehr/openehr/aql'
import { weightedCache } from '../collections/index.ts'
import type { WalPosition } from '../db/reads/index.ts'
import type { EhrId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Scalar } from '../relation/index.ts'
import type { Among } from './among.ts'
import { type CallInput, chooseReadings, refuseUnknownNames, typesOf, valuesOf } from './parameters.ts'
import { QueryForm, TextForm } from './query-form.ts'
import { openQueryTexts, type QueryText } from './query-text.ts'

export interface Limits {
  /** `CAIRN_QUERY_DEFAULT_FETCH`. */
  readonly defaultFetch: number
  /** `CAIRN_QUERY_MAX_FETCH`. */
  readonly maxFetch: number
}

/** The part of a query's rows that is asked for, and of which EHR. */
export interface Wanted {
  readonly ehrId: EhrId | undefined
  /** Undefined: all EHRs that the query sees. */
  readonly among?: Among | undefined
  readonly offset: number
  readonly fetch: number
  /** The state of the database that the rows must show at least. */
  readonly after?: WalPosition | undefined
  /** Milliseconds that the query may take; undefined: as the setting says. */
  readonly longest?: number | undefined
}

/** A query bound and checked, and the part of its rows that is asked for. */
export interface Prepared extends Wanted {
  readonly query: Aql.BoundQuery
  readonly form: QueryForm
  /** Those of this query, in the order of the form. */
  readonly literals: readonly Scalar[]
}

/** A query that is run once. */
export function prepareOnce(query: Aql.BoundQuery, { ehrId, offset, fetch }: Wanted): Prepared {
  const form = new QueryForm(query)
  return { query, form, literals: form.shape.literals, ehrId, offset, fetch }
}

/** A call of a text: the query itself is bound only for who needs more of it than its literals. */
export class PreparedCall implements Prepared {
  readonly text: QueryText
  readonly form: TextForm
  readonly literals: readonly Scalar[]
  readonly ehrId: EhrId | undefined
  readonly among: Among | undefined
  readonly offset: number
  readonly fetch: number
  readonly after: WalPosition | undefined
  readonly longest: number | undefined
  readonly #values: ParameterValues

  constructor(text: QueryText, form: TextForm, values: ParameterValues, wanted: Wanted) {
    this.text = text
    this.form = form
    this.literals = form.literalsOf(values)
    this.ehrId = wanted.ehrId
    this.among = wanted.among
    this.offset = wanted.offset
    this.fetch = wanted.fetch
    this.after = wanted.after
    this.longest = wanted.longest
    this.#values = values
  }

  get query(): Aql.BoundQuery {
    return bindParameters(this.text.parsed, this.#values)
  }

  /** The query as AQL, inside a JSON string. */
  get executedJson(): string {
    return this.form.printedJson(this.#values)
  }
}

/** Counts the faults of a query with these values, since they may be bound to something of another type. */
function faultsWith(query: Aql.Query, values: ParameterValues): number {
  try {
    return checkAql(bindParameters(query, values)).length
  } catch (error) {
    if (error instanceof Problem) return error.findings.length
    throw error
  }
}

function formFor(text: QueryText, { parameters }: CallInput): TextForm {
  const { parsed, names } = text
  const second = chooseReadings(names, parameters, values => faultsWith(parsed, values))
  const values = valuesOf(names, parameters, second)
  const query = bindParameters(parsed, values)
  refuseAql(checkAql(query))
  return new TextForm(text, query, values, second)
}

function fetchOf(call: CallInput, { top }: Aql.Query, { defaultFetch, maxFetch }: Limits): number {
  if (call.fetch !== undefined && top)
    throw new Refusal('request.malformed', 'fetch cannot be used with a query that has TOP.')
  const fetch = call.fetch ?? defaultFetch
  if (fetch > maxFetch) throw new Refusal('request.malformed', `fetch can be ${maxFetch} at most.`)
  return fetch
}

/** Bytes of all forms. */
const MOST_BYTES = 16 * 1024 * 1024

/** A form shares most of the tree of its text. */
const BYTES_PER_CHARACTER = 20

export type Prepare = (q: string, call: CallInput) => PreparedCall

/** Texts and forms that were seen before are neither parsed nor checked again. */
export function openPrepare(limits: Limits): Prepare {
  const textOf = openQueryTexts()
  const forms = weightedCache<string, TextForm>({
    most: MOST_BYTES,
    weigh: ({ characters }, key) => BYTES_PER_CHARACTER * (key.length + characters),
  })
  const knownForm = (text: QueryText, call: CallInput): TextForm => {
    const types = typesOf(text.names, text.free, call.parameters)
    // Not by the text itself, which would have to be hashed again.
    const key = types === undefined ? undefined : `${text.number} ${types}`
    const known = key === undefined ? undefined : forms.get(key)
    if (known) return known
    const form = formFor(text, call)
    if (key !== undefined) forms.set(key, form)
    return form
  }
  return (q, call) => {
    const text = textOf(q)
    refuseUnknownNames(text.names, call)
    const form = knownForm(text, call)
    const values = valuesOf(text.names, call.parameters, form.second)
    const fetch = fetchOf(call, text.parsed, limits)
    return new PreparedCall(text, form, values, {
      ehrId: call.ehrId,
      among: call.among,
      offset: call.offset,
      fetch,
      after: call.after,
      longest: call.longest,
    })
  }
}

/** No page: as many rows as there are. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER - 1

/** Prepares queries for all of their rows, unless the call says otherwise. */
export const openPrepareWhole = (): Prepare => openPrepare({ defaultFetch: ALL_ROWS, maxFetch: ALL_ROWS })

/** A call without parameters. */
export const BARE_CALL: CallInput = {
  controls: [],
  ehrId: undefined,
  offset: 0,
  fetch: undefined,
  parameters: { typed: {}, untyped: {} },
}
