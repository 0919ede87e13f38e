/** An operation of the API as data: how its parameters become a request. */
import { ifMatchOf } from './versioned.ts'

export interface OperationRow {
  /** Its place in the client: `cairn[group][name](…)`. */
  readonly group: string
  readonly name: string
  readonly method: string
  readonly path: string
  /** Absent: it needs no token. */
  readonly scope?: string
  /** Parameters that go into the query string. */
  readonly query?: readonly string[]
  /** Names of headers by the names that their parameters have here. */
  readonly headers?: Readonly<Record<string, string>>
  /** Media type of the body, where none is named. Absent: there is no body. */
  readonly body?: string
  /** Media type of the answer, where none is named. Absent: the answer has no body. */
  readonly accept?: string
  readonly versioned?: true
  /** Comes in pages: the member that holds the items; empty: the answer is the list. */
  readonly items?: string
}

export interface CallOptions<Accept extends string = string> {
  readonly signal?: AbortSignal | undefined
  /** Time until the answer is read, attempts that failed included. */
  readonly timeoutSeconds?: number | undefined
  /** The media type to be answered with. */
  readonly accept?: Accept | undefined
  /** Parameters whose names depend on data: of a stored query, columns of a datamap. */
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A request before anybody has put a token on it. */
export interface PreparedRequest {
  readonly method: string
  /** Below the base URL, with its query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal | undefined
  /** It needs no token. */
  readonly isPublic?: boolean
  /** Carried out twice it does no more than once. */
  readonly isRepeatable: boolean
}

type Parameters = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function pathOf({ path }: OperationRow, parameters: Parameters): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    // An empty segment would be another address.
    if (!isGiven(value) || value === '') throw new TypeError(`The parameter ${name} is missing.`)
    return encodeURIComponent(String(value))
  })
}

/** Lists are repeated, objects are JSON. */
function queryOf(
  { query = [] }: OperationRow,
  parameters: Parameters,
  others: Readonly<Record<string, string>>,
) {
  const search = new URLSearchParams(others)
  for (const name of query) {
    const value = parameters[name]
    if (!isGiven(value)) continue
    for (const each of Array.isArray(value) ? value : [value])
      search.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  }
  return search.size === 0 ? '' : `?${search}`
}

function headersOf({ headers = {} }: OperationRow, parameters: Parameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => isGiven(parameters[name]))
      .map(([name, header]) => {
        const value = parameters[name]
        return [header, header === 'If-Match' ? ifMatchOf(value) : String(value)]
      }),
  )
}

/** Text and bytes go as they are; anything else as the media type writes it. */
function bodyOf(body: unknown, type: string): string | Uint8Array {
  if (typeof body === 'string' && !/[/+]json$/.test(type)) return body
  if (body instanceof Uint8Array) return body
  if (type === 'application/x-www-form-urlencoded')
    return new URLSearchParams(body as Record<string, string>).toString()
  return JSON.stringify(body)
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A second write after the same version, or with the same id, is refused. A POST that needs no more than `api.read` is a query. */
export const isRepeatable = (
  method: string,
  headers: Readonly<Record<string, string>>,
  row?: Pick<OperationRow, 'scope' | 'path'>,
): boolean =>
  READS.has(method) ||
  row?.scope === 'api.read' ||
  (method === 'PUT' && row?.path === '/openehr/v1/ehr/{ehr_id}') ||
  Object.keys(headers).some(name => name.toLowerCase() === 'if-match')

export function prepare(row: OperationRow, parameters: Parameters, options: CallOptions): PreparedRequest {
  const accept = options.accept ?? row.accept
  const { body } = parameters
  const type = typeof parameters['contentType'] === 'string' ? parameters['contentType'] : (row.body ?? '')
  const hasBody = row.body !== undefined && body !== undefined
  const headers = {
    Accept: accept ?? 'application/json',
    ...headersOf(row, parameters),
    ...(hasBody ? { 'Content-Type': type } : {}),
    ...options.headers,
  }
  return {
    method: row.method,
    path: pathOf(row, parameters) + queryOf(row, parameters, options.query ?? {}),
    headers,
    ...(hasBody ? { body: bodyOf(body, type) } : {}),
    signal: options.signal,
    isPublic: row.scope === undefined,
    isRepeatable: isRepeatable(row.method, headers, row),
  }
}
