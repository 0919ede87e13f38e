/** The HTTP floor: parts of endpoints, and the server that serves them. */
export { auditUnavailable } from './audited.ts'
export { BODY_LIMITS, readForm, readJson, readText, readXmlText } from './body.ts'
export type { Connections } from './connections.ts'
export { consoleMount } from './console.ts'
export { cookieIn, printCookie } from './cookies.ts'
export { databaseRefusal } from './database-refusal.ts'
export { docsMount } from './docs-site.ts'
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
export { ifMatchTags } from './entity-tags.ts'
export { headersOf, statusOf } from './error-body.ts'
export { Html, html } from './html.ts'
export { int32In, int32Of } from './int32.ts'
export { limitDatabase, limitReadsOf } from './limited-database.ts'
export { namedEhrId } from './named-ehr.ts'
export { nextPageLink, withQuery } from './next-page.ts'
export { oneOfClasses, schemaRef } from './openapi/rm-schemas.ts'
export type { ParameterDoc } from './operation-doc.ts'
export { type Outgoing, OutgoingError, openOutgoing } from './outgoing.ts'
export { type Preference, preferenceApplied, preferIn, type TagGrammar } from './prefer.ts'
export { queryNamesOf } from './query-string.ts'
export {
  type AnswerFormat,
  answerFormatIn,
  contentType,
  FORMATS,
  type Format,
  mediaTypeOf,
  requestedFormat,
} from './record-format.ts'
export { measureWait } from './request-wait.ts'
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
export { healthEndpoints, siteMount } from './site.ts'
export { readTlsFiles } from './tls.ts'
export { boundUnderWay } from './under-way.ts'
export { unknownParameter } from './unknown-parameter.ts'
export type { Served } from './visit.ts'
export { warningsHeader } from './warnings-header.ts'
