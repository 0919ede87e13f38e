/** A path of another server as data: its route, the operation whose right it needs, and the translation. */
import type { AuditAction } from '../audit/index.ts'
import type { BodyReader, BoundEndpoint, Caller, Incoming, Reply } from '../http/index.ts'
import type { Operations } from './operation.ts'

export interface CompatiblePath {
  readonly route: BoundEndpoint['route']
  /** The operation that it stands for. */
  readonly of: BoundEndpoint['route']
  readonly summary: string
  readonly body?: Readonly<Record<string, BodyReader>>
  readonly bodyOptional?: true
  /** The status of a success, for a path that writes. */
  readonly writes?: number
  readonly action?: AuditAction
  readonly act: (operations: Operations, caller: Caller, request: Incoming) => Promise<Reply>
}

const operationIdOf = (mount: string, route: string): string =>
  `${mount}_${route.toLowerCase().replace(/[^a-z]+/g, '_')}`.replace(/_$/, '')

export const bindPath =
  (operations: Operations, mount: string) =>
  ({ route, of, summary, act, ...path }: CompatiblePath): BoundEndpoint => ({
    ...path,
    ...operations.rightsOf(of),
    route,
    produces: ['application/json'],
    doc: { operationId: operationIdOf(mount, route), tag: 'EhrScape', summary, responses: {} },
    read: request => request,
    ehrOf: request => (request as Incoming).query.get('ehrId') ?? (request as Incoming).parameters['ehrId'],
    act: (caller, request) => act(operations, caller, request as Incoming),
    reply: reply => reply as Reply,
  })
