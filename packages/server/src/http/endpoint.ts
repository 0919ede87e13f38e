/** An operation of the API as data: its route, its scope, and read → act → reply, of which only `act` waits. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Problem } from '@cairn-ehr/openehr'
import { allows, type Right, type Rights } from '../access/index.ts'
import type { AuditAction, EventDetail } from '../audit/index.ts'
import type { WalPosition } from '../db/reads/index.ts'
import { type Code, Refusal } from '../refusal/index.ts'
import type { OperationDoc } from './operation-doc.ts'
import type { MediaType } from './request/media-type.ts'
import type { Caller, Scope } from './scope.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

/** One address that a mount is served at. */
export interface MountPoint {
  /** The path before the endpoint's own, such as `/openehr/v1`. */
  readonly prefix: string
  /** Its public address, from the settings. */
  readonly url: string
  /** Accepts habits of clients made for other servers that the interface would refuse. */
  readonly isLenient: boolean
  /** Numbers the names of repeated siblings in FLAT and STRUCTURED (`CAIRN_NUMBERED_PREFIXES`). */
  readonly numbersNames: boolean
  /** Answers as the openEHR REST specification says where the interface differs (`CAIRN_WIRE_PROFILE=openehr`). */
  readonly isOpenehr: boolean
}

/** A request after the checks of size, media types and scope, with its body read. */
export interface Incoming {
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The body as its reader returned it; undefined without a body. */
  readonly body: unknown
  /** The media type to answer with, negotiated from what the endpoint produces. */
  readonly accepted: string
  /** Path and query string, as they were asked for. */
  readonly target: string
  /** The mount that the request came through. */
  readonly mountPoint: MountPoint
  /** The address of the request from the caller's point of view: absolute, with its query string. */
  readonly publicUrl: string
  readonly requestId: string
  readonly address: string
  /** Aborted when the client closes the connection before the answer. */
  readonly signal: AbortSignal
  /** The state of the database that the answer must show at least, by the header `cairn-after`. Throws if it is malformed. */
  readonly after: WalPosition | undefined
}

export interface Reply {
  readonly status: number
  /** A `Location` that begins with a slash is a path below the mount of the request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | Readable
  /** Values of `Set-Cookie`, each a header of its own. */
  readonly cookies?: readonly string[]
  /** The person, if identified without a token: for the audit trail. */
  readonly person?: string
  /** The client, if it was identified without a token: for log and audit trail. */
  readonly clientId?: string
  /** The EHR, if only the answer names it: for the audit trail. */
  readonly ehrId?: string | undefined
  /** More facts for the audit trail. */
  readonly detail?: EventDetail | undefined
  /** The action, if it is not that of the operation: for the audit trail. */
  readonly action?: AuditAction
}

/** Turns the bytes of a body into a value, or a promise of it if that takes long, or throws a problem. */
export type BodyReader = (bytes: Uint8Array, media: MediaType, limits: ContentLimits) => unknown

/** Limits of a body beside its size, and whose turn it takes in a thread. */
export interface ContentLimits {
  /** Objects and arrays. */
  readonly objects: number
  readonly systemId: string
}

export interface Endpoint<Needs, Input = unknown, Output = unknown> {
  /** `POST /ehr/{ehr_id}/composition`, relative to where its room is mounted. */
  readonly route: `${Method} /${string}`
  /** The scope that the token must have. A public endpoint must say `public`. */
  readonly scope: Scope | 'public'
  /** The right that is enough for it instead. Absent: limited rights do not open it. */
  readonly right?: Right
  /** The answer may last: the caller is identified again while it does (`Caller.again`). */
  readonly lasting?: true
  /** A person who calls must have shown who they are some minutes ago at most (decision 0080). */
  readonly fresh?: true
  readonly doc: OperationDoc
  /** Readers by media type. Absent: the operation takes no body. */
  readonly body?: Readonly<Record<string, BodyReader>>
  /** The body may be left out. `checked`: the endpoint itself decides when it is required. */
  readonly bodyOptional?: true | 'checked'
  /** Most bytes of the body, if less than `CAIRN_BODY_LIMIT` is enough. */
  readonly bodyLimit?: number
  /** Media types of the answer, the preferred one first; none: there is no body, and `Accept` is ignored. */
  readonly produces: readonly string[]
  /**
   * Names of the query string that `doc` does not declare. Absent: they are refused, on lenient mounts ignored. `refused`: on
   * lenient mounts too. `checked`: by the endpoint itself, whose names depend on data.
   */
  readonly otherNames?: 'refused' | 'checked' | 'ignored'
  /** Names that lenient mounts take beside those of `doc`. */
  readonly lenientNames?: readonly string[]
  /** The action in the audit trail, where it is not what the method means. */
  readonly action?: AuditAction
  /** Not in the audit trail: the answer has no data about anybody. */
  readonly unaudited?: true
  /**
   * For an operation that writes: the status of its success. Its audit event is stored with what it writes, before there is
   * an answer.
   */
  readonly writes?: number | ((input: Input) => number)
  /** Nobody may see afterwards what was there before: the answer waits for the replica as well. */
  readonly removes?: true
  /** The EHR that a request names elsewhere than in its path. */
  readonly ehrOf?: (input: Input) => string | undefined
  /** The name of what the operation makes: its right must hold for it, and nothing that is stored could tell. */
  readonly nameOf?: (input: Input) => string
  /** The client that a request names without a token, for the audit trail, even if it could not prove it. */
  readonly clientIn?: (request: Incoming) => string | undefined
  readonly read: (request: Incoming) => Input
  readonly act: (needs: Needs, caller: Caller, input: Input) => Output | Promise<Output>
  readonly reply: (output: Output, input: Input, request: Incoming) => Reply
  /** Makes the answer to a problem, if the specification of this endpoint requires another form (OAuth 2.0). */
  readonly refuse?: RefuseProblem
}

type RefuseProblem = (problem: Problem<Code>, requestId: string, headers: IncomingHttpHeaders) => Reply

/** An endpoint with its dependencies bound, ready to be served. */
export type BoundEndpoint = Omit<Endpoint<never>, 'act'> & {
  readonly act: (caller: Caller, input: unknown) => unknown
}

export interface Mount {
  /** The paths at which the endpoints are served; the first one is documented. */
  readonly prefixes: readonly string[]
  /** Those of the prefixes that are lenient. */
  readonly lenient?: readonly string[]
  /** Those of the prefixes that number the names of siblings. */
  readonly numbered?: readonly string[]
  /** Answers as the openEHR REST specification says where the interface differs. */
  readonly isOpenehr?: boolean
  /** Makes the answer to a request for an address below the mount that has no endpoint. */
  readonly refuse?: RefuseProblem
  readonly endpoints: readonly BoundEndpoint[]
}

/** Lets the compiler check the types of one endpoint; the result fits into a list of endpoints with the same needs. */
export function endpoint<Needs, Input, Output>(definition: Endpoint<Needs, Input, Output>): Endpoint<Needs> {
  return definition as unknown as Endpoint<Needs>
}

/** A call with limited rights. */
export interface LimitedCall {
  readonly rights: Rights
  readonly right: Right
}

/** Makes the dependencies of a call with limited rights: with them, an operation finds no more than it may. */
export type LimitNeeds<Needs> = (call: LimitedCall) => Needs

const outOfReach = (name: string) =>
  new Refusal('auth.right_denied', `Your rights do not allow this operation for "${name.slice(0, 255)}".`)

/** Without `limit`, no operation of the room is open to limited rights. */
export function bind<Needs>(
  endpoints: readonly Endpoint<Needs>[],
  needs: Needs,
  limit?: LimitNeeds<Needs>,
): BoundEndpoint[] {
  return endpoints.map(({ right, ...each }) => ({
    ...each,
    ...(right && limit ? { right } : {}),
    act: (caller, input) => {
      const { rights } = caller
      if (rights === undefined) return each.act(needs, caller, input)
      if (!right || !limit) throw new Error(`${each.route} is not for limited rights`)
      const name = each.nameOf?.(input)
      if (name !== undefined && !allows(rights, { ...right, name })) throw outOfReach(name)
      return each.act(limit({ rights, right }), caller, input)
    },
  }))
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}
