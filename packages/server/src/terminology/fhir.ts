/** A FHIR terminology server: how each operation is asked there (FHIR R4, Terminology Service), and what its answer comes to. */
import type { TerminologyAnswer, TerminologyCode } from '@cairn-ehr/openehr/aql'
import { Refusal } from '../refusal/index.ts'
import type { Operation } from './question.ts'
import { namesOf } from './systems.ts'

interface Call {
  /** Below the base of the server. */
  readonly path: string
  readonly parameters: URLSearchParams
  readonly answer: (resource: Resource) => TerminologyAnswer
}

interface Resource {
  readonly resourceType?: string
  readonly expansion?: { readonly total?: number; readonly contains?: readonly Concept[] }
  readonly parameter?: readonly Parameter[]
  readonly issue?: readonly { readonly diagnostics?: string; readonly details?: { readonly text?: string } }[]
}

export interface Concept {
  readonly system?: string
  readonly code?: string
  readonly display?: string
  readonly abstract?: boolean
  readonly contains?: readonly Concept[]
}

interface Parameter {
  readonly name: string
  readonly valueBoolean?: boolean
  readonly valueString?: string
  readonly valueCode?: string
  readonly valueCoding?: Concept
  readonly part?: readonly Parameter[]
}

/** Larger value sets are asked for by what is in them, not listed. */
const MOST_CODES = 100_000

const CALLS: Readonly<Record<Operation, (parameters: URLSearchParams) => Call>> = {
  expand: parameters => ({ path: 'ValueSet/$expand', parameters, answer: codesOf }),
  validate: parameters =>
    parameters.has('url')
      ? { path: 'ValueSet/$validate-code', parameters, answer: truth }
      : {
          path: 'CodeSystem/$validate-code',
          parameters: renamed(parameters, 'system', 'url'),
          answer: truth,
        },
  lookup: parameters => ({
    path: 'CodeSystem/$lookup',
    parameters,
    answer: resource => parameter(resource, 'display')?.valueString ?? null,
  }),
  subsumes: parameters => ({
    path: 'CodeSystem/$subsumes',
    parameters,
    answer: resource => {
      const outcome = parameter(resource, 'outcome')?.valueCode
      return outcome === undefined ? null : outcome === 'subsumes' || outcome === 'equivalent'
    },
  }),
  map: parameters => ({ path: 'ConceptMap/$translate', parameters, answer: targets }),
}

const parameter = ({ parameter: list }: Resource, name: string) => list?.find(each => each.name === name)

const truth = (resource: Resource): TerminologyAnswer => parameter(resource, 'result')?.valueBoolean ?? null

function renamed(parameters: URLSearchParams, from: string, to: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]): [string, string] => [name === from ? to : name, value])
  return new URLSearchParams(pairs)
}

/** The concepts of an expansion that can be chosen, in its order. */
export const conceptsOf = ({ expansion }: Resource): Concept[] => {
  const listed = (concepts: readonly Concept[]): Concept[] =>
    concepts.flatMap(concept => [...(concept.abstract ? [] : [concept]), ...listed(concept.contains ?? [])])
  return listed(expansion?.contains ?? [])
}

function codesOf(resource: Resource): TerminologyAnswer {
  const { expansion } = resource
  const codes = conceptsOf(resource).flatMap(coded)
  if (codes.length > MOST_CODES || (expansion?.total ?? 0) > MOST_CODES)
    throw new Refusal('aql.invalid', `The value set has more than ${MOST_CODES} codes.`)
  return codes
}

/** Under every name that the data may have for the system. */
const coded = ({ system, code }: Concept): TerminologyCode[] => {
  if (code === undefined) return []
  return system === undefined ? [{ code }] : namesOf(system).map(terminology => ({ terminology, code }))
}

const targets = (resource: Resource): TerminologyAnswer =>
  (resource.parameter ?? [])
    .filter(({ name }) => name === 'match')
    .flatMap(({ part = [] }) => part.filter(({ name }) => name === 'concept'))
    .flatMap(({ valueCoding }) => (valueCoding ? coded(valueCoding) : []))

const failed = (message: string) => new Refusal('query.terminology_failed', message)

/** An answer is read on the main thread: one that is larger would be felt by everybody. */
const LARGEST_ANSWER = 16 * 1024 * 1024

async function resourceIn(response: Response): Promise<Resource> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > LARGEST_ANSWER) throw failed('The answer of the terminology server is too large.')
    chunks.push(chunk)
  }
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof parsed !== 'object' || parsed === null) throw failed(NO_FHIR)
  return parsed
}

const NO_FHIR = 'The terminology server did not answer with FHIR JSON.'

/** An answer that has other values than FHIR has there is the fault of the terminology server. */
export function readAs<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw error instanceof Refusal ? error : failed(NO_FHIR)
  }
}

interface Request {
  readonly signal: AbortSignal
  /** Posted, where a question does not fit into an address. */
  readonly body?: object
  /** The refusal of a question that the terminology server does not know or cannot read. */
  readonly refuse: (said: string) => Refusal
}

export async function fetchFhir(address: string, { signal, body, refuse }: Request): Promise<Resource> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(address, {
    headers: {
      Accept: 'application/fhir+json, application/json',
      ...(body ? { 'Content-Type': 'application/fhir+json' } : {}),
    },
    redirect: 'error',
    signal,
    ...sent,
  }).catch(() => {
    throw failed('The terminology server does not answer.')
  })
  const resource = await resourceIn(response).catch(error => {
    throw error instanceof Refusal ? error : failed(NO_FHIR)
  })
  if (response.ok) return resource
  const [issue] = resource.issue ?? []
  const said = issue?.details?.text ?? issue?.diagnostics ?? 'no reason given'
  // The rest is trouble of its own.
  if (response.status >= 400 && response.status < 500 && response.status !== 401 && response.status !== 403)
    throw refuse(said)
  throw failed(`The terminology server failed with ${response.status}: ${said}`)
}

export async function askFhir(
  baseUrl: string,
  operation: Operation,
  given: URLSearchParams,
  signal: AbortSignal,
): Promise<TerminologyAnswer> {
  const { path, parameters, answer } = CALLS[operation](given)
  const refuse = (said: string) =>
    new Refusal('aql.invalid', `The terminology server refused ${operation}: ${said}`)
  const resource = await fetchFhir(`${baseUrl}/${path}?${parameters}`, { signal, refuse })
  return readAs(() => answer(resource))
}
