/** An operation of the API as data: its route, its scope, and read → act → reply, of which only `act` waits. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Problem } from '@cairn/openehr'
import type { EventDetail } from '../observe/index.ts'
import type { Code } from '../refusal/index.ts'
import type { MediaType } from './media-type.ts'
import type { OperationDoc } from './operation-doc.ts'
import type { Caller, Scope } from './scope.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

/** One address that a mount is served at. */
export interface MountPoint {
  /** The path before the endpoint's own, such as `/openehr/v1`. */
  readonly prefix: string
  /** Where it is found from outside, by the settings. */
  readonly url: string
  /** Takes the habits of clients made for other servers, where the interface alone would refuse them. */
  readonly isLenient: boolean
}

/** A request as an endpoint sees it: checked for size, media types and rights, its body read. */
export interface Incoming {
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** What the reader for the request's media type made of the body; undefined without one. */
  readonly body: unknown
  /** The media type to answer with, negotiated from what the endpoint produces. */
  readonly accepted: string
  /** Path and query string, as they were asked for. */
  readonly target: string
  /** The mount that the request came through. */
  readonly mountPoint: MountPoint
  /** The address that was called, as the caller knows it: absolute, with its query string. */
  readonly publicUrl: string
  readonly requestId: string
  readonly address: string
  /** Aborted when the client hangs up before it has its answer. */
  readonly signal: AbortSignal
}

export interface Reply {
  readonly status: number
  /** A `Location` that begins with a slash is a path below the mount that was called. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | Readable
  /** The client that was recognised, where it was not by a token: for log and audit trail. */
  readonly clientId?: string
  /** Whose record it was about, where only the answer tells: for the audit trail. */
  readonly ehrId?: string
  /** What else the audit trail is to know of it. */
  readonly detail?: EventDetail
}

/** Makes a value of the bytes of a body, or a promise of it where that takes long, or throws a problem; one for each media type that is taken. */
export type BodyReader = (bytes: Uint8Array, media: MediaType) => unknown

export interface Endpoint<Needs, Input = unknown, Output = unknown> {
  /** `POST /ehr/{ehr_id}/composition`, relative to where its room is mounted. */
  readonly route: `${Method} /${string}`
  /** What a token must cover. `public` is said aloud, never by leaving it out. */
  readonly scope: Scope | 'public'
  readonly doc: OperationDoc
  /** Readers by media type. Absent: the operation takes no body. */
  readonly body?: Readonly<Record<string, BodyReader>>
  /** A body may be left out. `checked`: the endpoint itself says where it must be there. */
  readonly bodyOptional?: true | 'checked'
  /** Most bytes of the body, where no caller needs as many as `CAIRN_BODY_LIMIT` allows. */
  readonly bodyLimit?: number
  /** Media types of the answer, the preferred one first; none: it has no body, and `Accept` is no matter. */
  readonly produces: readonly string[]
  /**
   * Names of the query string that `doc` does not declare. Absent: they are refused, on lenient mounts ignored. `refused`: on
   * lenient mounts too. `checked`: by the endpoint itself, whose names depend on data.
   */
  readonly otherNames?: 'refused' | 'checked' | 'ignored'
  /** Left out of the audit trail: answers that tell nothing about anybody. */
  readonly unaudited?: true
  /**
   * For an operation that writes: the status of its success. Its audit event is stored with what it writes, before there is
   * an answer.
   */
  readonly writes?: number | ((input: Input) => number)
  /** The EHR that a request names elsewhere than in its path. */
  readonly ehrOf?: (input: Input) => string | undefined
  /** The client that a request names without a token: the audit trail has it, whether or not it proved to be that one. */
  readonly clientIn?: (request: Incoming) => string | undefined
  readonly read: (request: Incoming) => Input
  readonly act: (needs: Needs, caller: Caller, input: Input) => Output | Promise<Output>
  readonly reply: (output: Output, input: Input, request: Incoming) => Reply
  /** How this endpoint words problems, where its specification has a form of its own (OAuth 2.0). */
  readonly refuse?: (problem: Problem<Code>, requestId: string) => Reply
}

/** An endpoint whose needs are met: what the server registers. */
export type BoundEndpoint = Omit<Endpoint<never>, 'act'> & {
  readonly act: (caller: Caller, input: unknown) => unknown
}

export interface Mount {
  /** Where the endpoints are served; the first is the one that is documented. */
  readonly prefixes: readonly string[]
  /** Those of the prefixes that are lenient. */
  readonly lenient?: readonly string[]
  readonly endpoints: readonly BoundEndpoint[]
}

/** Checks one endpoint's types against each other; what comes out fits a list of endpoints with the same needs. */
export function endpoint<Needs, Input, Output>(definition: Endpoint<Needs, Input, Output>): Endpoint<Needs> {
  return definition as unknown as Endpoint<Needs>
}

export function bind<Needs>(endpoints: readonly Endpoint<Needs>[], needs: Needs): BoundEndpoint[] {
  return endpoints.map(each => ({ ...each, act: (caller, input) => each.act(needs, caller, input) }))
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}
