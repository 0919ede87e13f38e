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
export { databaseRefusal } from './reply/database-refusal.ts'
export { headersOf, statusOf } from './reply/error-body.ts'
export { nextPageLink, withQuery } from './reply/next-page.ts'
export { warningsHeader } from './reply/warnings-header.ts'
export { BODY_LIMITS, readForm, readJson, readText, readXmlText } from './request/body.ts'
export { cookieIn, printCookie } from './request/cookies.ts'
export { ifMatchTags } from './request/entity-tags.ts'
export { int32In, int32Of } from './request/int32.ts'
export { namedEhrId } from './request/named-ehr.ts'
export { type Preference, preferenceApplied, preferIn, type TagGrammar } from './request/prefer.ts'
export { queryNamesOf } from './request/query-string.ts'
export {
  type AnswerFormat,
  answerFormatIn,
  contentType,
  FORMATS,
  type Format,
  mediaTypeOf,
  requestedFormat,
} from './request/record-format.ts'
export { unknownParameter } from './request/unknown-parameter.ts'
export type { Authenticate, NeededRight, RequestHead } from './route.ts'
export {
  type Caller,
  CLIENT_SCOPES,
  type Identity,
  isScope,
  type LaunchContext,
  NAMED_SCOPES,
  SCOPES,
  type Scope,
} from './scope.ts'
export { buildServer } from './server.ts'
export type { Served } from './visit.ts'
