/** Follows a live query: its rows after each change, and again after the server or the network was away. */
import { CairnError, isCairnError } from './error.ts'
import { type LiveChange, type LiveRow, openLiveRows } from './live-rows.ts'
import { isNetworkError } from './network-error.ts'
import { type PreparedRequest, prepare } from './operation.ts'
import { OPERATIONS } from './operations.generated.ts'
import { pause } from './retry.ts'
import { eventsOf, type ServerEvent } from './server-events.ts'

/** The name of a stored query; without a version, the highest. */
export interface StoredQueryName {
  readonly name: string
  readonly version?: string
}

export interface LiveOptions {
  /** Values for the `$names` of the query. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly ehrId?: string
  /** Called before the first rows, if the service has warnings about the query: it probably means something else. */
  readonly onWarnings?: (warnings: readonly string[]) => void
  /** Ends the loop, with the reason of the signal. */
  readonly signal?: AbortSignal
}

/** The rows of a query as they are now, and what has changed in them since the last time. */
export interface LiveRows<Row> {
  /** All rows, as objects: their keys are the names of the columns. A row that did not change is the same object as before. */
  readonly rows: readonly Row[]
  readonly added: readonly Row[]
  /** As they are now. */
  readonly changed: readonly Row[]
  /** As they were. */
  readonly removed: readonly Row[]
}

/**
 *     for await (const { rows, added } of cairn.live<{ systolic: number }>('SELECT … AS systolic FROM …')) show(rows)
 *
 * The loop goes on until it is left. After the server was away the rows are compared with those from before: `added`, `changed` and `removed` are
 * what has happened meanwhile, as far as rows differ.
 */
export type FollowQuery = <Row extends object = Readonly<Record<string, unknown>>>(
  query: string | StoredQueryName,
  options?: LiveOptions,
) => AsyncGenerator<LiveRows<Row>, never, undefined>

/** Seconds until the first rows can be there. */
const FIRST_SECONDS = 90

/** Seconds before the server is asked again, where it was away. */
const PAUSE_SECONDS = 1

const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504])

const mayPass = (error: unknown): boolean =>
  isNetworkError(error) ||
  error instanceof TypeError ||
  (isCairnError(error) && UNAVAILABLE.has(error.status))

type Begin = (request: PreparedRequest, seconds: number) => Promise<Response>

function requestOf(
  query: string | StoredQueryName,
  { parameters = {}, ehrId, signal }: LiveOptions,
  lastEventId: string | undefined,
): PreparedRequest {
  const call = { signal, accept: 'text/event-stream' }
  const more = { query_parameters: parameters, ...(ehrId === undefined ? {} : { ehr_id: ehrId }) }
  const last = lastEventId === undefined ? {} : { lastEventId }
  const given = (parameter: object) => ({ ...parameter, ...last })
  const request =
    typeof query === 'string'
      ? prepare(OPERATIONS.live_adhoc, given({ body: { q: query, ...more } }), call)
      : query.version === undefined
        ? prepare(OPERATIONS.live_stored, given({ qualified_query_name: query.name, body: more }), call)
        : prepare(
            OPERATIONS.live_stored_version,
            given({ qualified_query_name: query.name, version: query.version, body: more }),
            call,
          )
  // It changes nothing, whatever its method.
  return { ...request, isRepeatable: true }
}

/** A token that has ended is renewed with the next request; all other reasons are for the caller. */
function endOf({ headers }: Response, data: { readonly code: string }): void {
  if (!data.code.startsWith('auth.')) throw new CairnError(400, { ...data }, headers)
}

export function followQuery(begin: Begin): FollowQuery {
  async function* follow(query: string | StoredQueryName, options: LiveOptions = {}) {
    const { signal, onWarnings } = options
    const state = openLiveRows()
    let lastId: string | undefined
    let isFirst = true
    /** The events of one connection; it ends without an error if the next one may go on. */
    async function* connection(): AsyncGenerator<readonly [Response, ServerEvent]> {
      try {
        const answer = await begin(requestOf(query, options, lastId), FIRST_SECONDS)
        for await (const event of eventsOf(answer, signal)) yield [answer, event]
      } catch (error) {
        signal?.throwIfAborted()
        if (!mayPass(error)) throw error
      }
    }
    for (;;) {
      for await (const [answer, { event, id, data }] of connection()) {
        lastId = id ?? lastId
        if (event === 'end') endOf(answer, data as { code: string })
        if (event === 'rows') {
          const { warnings, columns, rows } = data as FirstEvent
          if (isFirst && warnings) onWarnings?.(warnings)
          isFirst = false
          yield state.replace(columns, rows)
        }
        if (event === 'change') yield state.change(data as LiveChange)
      }
      await pause(PAUSE_SECONDS, signal)
    }
  }
  return follow as FollowQuery
}

interface FirstEvent {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly LiveRow[]
  readonly warnings?: readonly string[]
}
