/** The HTTP floor: parts of endpoints, and the server that serves them. */
export { auditUnavailable } from './audited.ts'
export type { Connections } from './connection/connections.ts'
export { measureWait } from './connection/request-wait.ts'
export { readTlsFiles } from './connection/tls.ts'
export { boundUnderWay } from './connection/under-way.ts'
export {
  type BodyReader,
  type BoundEndpoint,
  bind,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type LimitedCall,
  type LimitNeeds,
  type Mount,
  type Reply,
} from './endpoint.ts'
export { limitDatabase, limitReadsOf } from './limited-database.ts'
export { oneOfClasses, schemaRef } from './openapi/rm-schemas.ts'
export type { ParameterDoc } from './operation-doc.ts'
export { type Outgoing, OutgoingError, openOutgoing } from './outgoing/outgoing.ts'
export { Html, html } from './pages/html.ts'
export type { Authenticate, NeededRight, RequestHead } from './route.ts'
export {
  type Caller,
  CLIENT_SCOPES,
  type Identity,
  isScope,
  type LaunchContext,
  memberIdOf,
  NAMED_SCOPES,
  SCOPES,
  type Scope,
} from './scope.ts'
export { buildServer } from './server.ts'
export type { Served } from './visit.ts'
