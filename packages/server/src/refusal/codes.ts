/** The closed list of error codes, each with its status and its meaning. */
import type { ProblemCode } from '@cairn-ehr/openehr'

interface Meaning {
  readonly status: number
  readonly when: string
}

/** Codes of the server itself. A code is never renamed or reused. */
const SERVER_CODES = {
  'request.malformed': {
    status: 400,
    when: 'A parameter, a header or the body is malformed or not allowed in this operation.',
  },
  'request.unknown_parameter': {
    status: 400,
    when: 'A parameter has a name that the operation or the query does not use; the message names the nearest one.',
  },
  'request.timeout': { status: 408, when: 'The request was not complete in time.' },
  'request.aborted': {
    status: 499,
    when: 'The client closed the connection before the answer: only log, metrics and audit trail have this status.',
  },
  'request.too_large': {
    status: 413,
    when: 'The body is larger than `CAIRN_BODY_LIMIT`, or than this operation takes.',
  },
  'request.uri_too_long': { status: 414, when: 'The request target is longer than `CAIRN_URL_LIMIT`.' },
  'request.headers_too_large': { status: 431, when: 'Request line and headers exceed `CAIRN_HEADER_LIMIT`.' },
  'request.method_not_allowed': {
    status: 405,
    when: 'The resource has no such method; `Allow` lists those it has.',
  },
  'request.not_acceptable': { status: 406, when: 'Nothing that `Accept` names can be produced here.' },
  'request.unsupported_media_type': {
    status: 415,
    when: '`Content-Type` or `Content-Encoding` is missing, malformed or not one that the operation reads.',
  },
  'resource.not_implemented': {
    status: 501,
    when: 'The address belongs to an API of another server, of which this part is not offered.',
  },
  'fhir.deleted': { status: 410, when: 'The composition of a FHIR resource is deleted.' },
  'fhir.invalid': {
    status: 422,
    when: 'A FHIR resource cannot be stored: a value or a reference does not fit, or no mapping takes it.',
  },
  'fhir_mapping.invalid': {
    status: 422,
    when: 'A mapping file cannot be read, or names a file that is missing; each fault has its file and line.',
  },
  'fhir_mapping.not_found': {
    status: 404,
    when: 'There is no mapping file with this name, or not in this version.',
  },
  'fhir.not_selective': {
    status: 412,
    when: '`If-None-Exist` matches several resources, or a change would touch other resources of the same composition.',
  },
  'resource.not_found': { status: 404, when: 'There is nothing at this address.' },
  'changes.cursor_unknown': {
    status: 410,
    when: 'The change feed does not have the place that a cursor names: the database was restored to an earlier state.',
  },
  'subscription.not_found': { status: 404, when: 'The caller has no subscription with this id.' },
  'subscription.limit': { status: 409, when: 'The caller has as many subscriptions as it can have.' },
  'subscription.query_refused': {
    status: 400,
    when: 'The query of a subscription does not look at one record at a time, or finds too much in one.',
  },
  'delivery.not_found': {
    status: 404,
    when: 'The subscription has no delivery with this id; the latest ones are kept.',
  },
  'delivery.gone': {
    status: 410,
    when: 'The events of a delivery cannot be sent again: they were erased, are out of reach, or no longer pass the filter.',
  },
  'auth.token_missing': { status: 401, when: 'The call carries no `Authorization: Bearer` token.' },
  'auth.token_invalid': {
    status: 401,
    when: 'The token is malformed, expired, for another audience, from another issuer, or its client is disabled.',
  },
  'auth.basic_refused': {
    status: 401,
    when: 'HTTP Basic, or a session of EhrScape: the id or the secret is wrong, or the client does not have `basic_auth` switched on.',
  },
  'auth.insufficient_scope': {
    status: 403,
    when: 'The token is good, but its scopes do not cover the operation.',
  },
  'auth.right_denied': {
    status: 403,
    when: 'The rights of the caller reach the EHR, but do not allow this change, or do not allow it for this name.',
  },
  'assignment.not_found': { status: 404, when: 'There is no assignment with this id.' },
  'auth.reauthentication_needed': {
    status: 403,
    when: 'A person with a session must first confirm who they are, on the page that `Location` names, since they signed in some minutes ago.',
  },
  'auth.insufficient_user_authentication': {
    status: 401,
    when: 'The person of the token signed in too long ago for this: send them to the authorization endpoint with `max_age` (RFC 9470).',
  },
  'auth.second_factor_needed': {
    status: 403,
    when: 'The person must first set up a second factor, on the page that `Location` names.',
  },
  'auth.csrf': {
    status: 403,
    when: 'A call with the session of a person lacks the proof that a page of this service made it.',
  },
  'oauth.invalid_request': {
    status: 400,
    when: 'A parameter of the token request is missing, repeated or wrong.',
  },
  'oauth.invalid_client': {
    status: 401,
    when: 'Client authentication failed: wrong id, wrong secret or disabled.',
  },
  'oauth.invalid_grant': {
    status: 400,
    when: '`grant_type` is not offered, or the code or refresh token is unknown, used, ended or for another client.',
  },
  'oauth.unauthorized_client': { status: 400, when: 'The client is of a kind that cannot use this grant.' },
  'oauth.invalid_dpop_proof': { status: 400, when: 'The DPoP proof is missing, wrong, old or used already.' },
  'oauth.invalid_scope': {
    status: 400,
    when: 'A scope was asked for that is unknown or that the client does not have.',
  },
  'oauth.unsupported_response_type': {
    status: 400,
    when: 'An authorization request asks for another `response_type` than `code`.',
  },
  'oauth.invalid_redirect': {
    status: 400,
    when: 'The authorization request names no known client, or a redirect URI that the client did not register; the person sees it on a page.',
  },
  'oauth.request_expired': {
    status: 400,
    when: 'The person took too long to sign in, or the request was used already: open the app again.',
  },
  'launch.invalid': {
    status: 400,
    when: 'The context of a launch names an EHR or an episode that does not exist.',
  },
  'oauth.too_many_attempts': {
    status: 429,
    when: 'Too many failed token requests; `Retry-After` says when to try again.',
  },
  'client.not_found': { status: 404, when: 'There is no client with this id.' },
  'client.exists': {
    status: 409,
    when: 'A client has this id, or had it before it was deleted, or a person has it.',
  },
  'client.has_no_secret': {
    status: 409,
    when: 'The client is public or has keys of its own, so there is no secret to replace.',
  },
  'client.last_administrator': {
    status: 409,
    when: 'After the change no client or person could administer the service.',
  },
  'client.request_not_found': { status: 404, when: 'There is no request to change a client with this id.' },
  'client.request_closed': {
    status: 409,
    when: 'The request to change a client was approved or rejected already, or is older than a day.',
  },
  'client.second_administrator': {
    status: 403,
    when: 'The administrator who asked for the change of a client, or a client with credentials of the same administrator, tried to approve it.',
  },
  'person.not_found': { status: 404, when: 'There is no person with this id.' },
  'person.of_provider': {
    status: 409,
    when: 'The account belongs to an identity provider, so that it cannot have a password, passkey, recovery codes or invitation.',
  },
  'person.exists': { status: 409, when: 'A person or a client has this id already.' },
  'role.beyond_own': {
    status: 403,
    when: 'An administrator tried to give a person or a role more than the administrator has, or to make a link for such a person.',
  },
  'role.not_found': { status: 404, when: 'There is no role with this name.' },
  'role.exists': { status: 409, when: 'A role with this name exists already.' },
  'role.built_in': { status: 409, when: 'A built-in role cannot be changed or deleted.' },
  'role.in_use': {
    status: 409,
    when: 'People have the role: it cannot be deleted, or withdrawn from assigned EHRs, while they do.',
  },
  'people.form_expired': {
    status: 403,
    when: 'A form was sent that our own page did not make for this browser, or made too long ago.',
  },
  'template.not_found': { status: 404, when: 'There is no template with this id.' },
  'template.exists': { status: 409, when: 'A template with this id exists already; PUT replaces it.' },
  'template.changed': {
    status: 409,
    when: 'The template was replaced or deleted again and again while data were committed; send them again.',
  },
  'template.in_use': { status: 409, when: 'Records were made by the template, so it cannot be deleted.' },
  'ehr.not_found': { status: 404, when: 'There is no EHR with this id or subject.' },
  'ehr.merged': { status: 404, when: 'The EHR was merged into another, which the message names.' },
  'ehr.erased': {
    status: 409,
    when: 'An EHR with this id was physically deleted or merged; its id is not used again.',
  },
  'verification.running': {
    status: 409,
    when: 'The records are being verified already; only one verification runs at a time.',
  },
  'ehr.exists': { status: 409, when: 'An EHR with this id exists already.' },
  'ehr.subject_exists': { status: 409, when: 'An EHR for this subject exists already.' },
  'person.unknown': {
    status: 422,
    when: 'The header `cairn-person-uid` names no PERSON of this server, or one that is deleted.',
  },
  'person.linked': {
    status: 409,
    when: 'The person has an EHR already, or the EHR a person; to link it again, delete the EHR and create it anew.',
  },
  'person.disagrees': {
    status: 422,
    when: 'The subject of the EHR_STATUS refers to another PERSON of this server than the EHR is linked to.',
  },
  'person.merged': {
    status: 409,
    when: 'The person was merged into another, which the message names; or the two people cannot be merged, or separated again, as they are.',
  },
  'party.referenced': {
    status: 409,
    when: 'Other parties or an EHR refer to the party to delete, or another party names a relationship that a change takes out.',
  },
  'ehr.not_modifiable': {
    status: 409,
    when: 'The EHR_STATUS has `is_modifiable: false`, so nothing but the EHR_STATUS can be changed.',
  },
  'ehr.merge_conflict': {
    status: 409,
    when: 'Two EHRs cannot be merged as they are: both have a directory, or an object with the same id.',
  },
  'version.not_found': {
    status: 404,
    when: 'There is no such object or version in this EHR, or none at that time.',
  },
  'version.exists': { status: 409, when: 'An object with this id, or the directory, exists already.' },
  'version.conflict': {
    status: 412,
    when: '`If-Match` does not name the latest version; `ETag` and `Location` of the answer do.',
  },
  'version.not_latest': {
    status: 409,
    when: 'The version to delete is not the latest; `ETag` and `Location` of the answer name that one.',
  },
  'version.deleted': { status: 400, when: 'The object is already deleted.' },
  'version.precondition_missing': {
    status: 400,
    when: 'The operation needs `If-Match` with the latest version.',
  },
  'draft.not_found': {
    status: 404,
    when: 'The caller has no such draft in this EHR or of parties: it was committed, thrown away, or not saved for too long.',
  },
  'draft.conflict': {
    status: 412,
    when: 'Another page of the same person saved or ended the draft since: `If-Match` does not name its latest revision.',
  },
  'draft.limit': { status: 409, when: 'The person has as many drafts as a person can have.' },
  'draft.people_only': {
    status: 403,
    when: 'Drafts belong to people, and the token names none.',
  },
  'contribution.not_found': { status: 404, when: 'There is no such contribution in this EHR.' },
  'contribution.exists': { status: 409, when: 'A contribution with this id exists already.' },
  'contribution.invalid': {
    status: 400,
    when: 'The changes of a contribution are not possible together or in this EHR, or their data break rules; all faults are listed.',
  },
  'import.rejected': {
    status: 422,
    when: 'A record of an import cannot be taken over as it is; the answer to the import lists it with this reason.',
  },
  'data.invalid': {
    status: 422,
    when: 'A COMPOSITION can be read but breaks rules of the reference model or its template; all are listed.',
  },
  'ehr_status.invalid': {
    status: 400,
    when: 'An EHR_STATUS can be read but breaks rules of the reference model or its template; all are listed.',
  },
  'folder.invalid': {
    status: 400,
    when: 'A FOLDER can be read but breaks rules of the reference model or its template; all are listed.',
  },
  'data.too_large': {
    status: 413,
    when: 'A contribution has more versions than `CAIRN_MAX_VERSIONS`, or a directory more FOLDERs than `CAIRN_MAX_FOLDERS`.',
  },
  'data.template_unknown': {
    status: 422,
    when: 'A COMPOSITION names no template, or an unknown one.',
  },
  'data.too_many_paths': {
    status: 422,
    when: 'The data have more different paths, or longer ones, than the query index allows; invented node ids are the usual cause.',
  },
  'data.episode_unknown': {
    status: 422,
    when: 'The header `cairn-episode` names an episode that the EHR does not have, or that is deleted.',
  },
  'episode.not_found': { status: 404, when: 'There is no such episode in this EHR, or it is deleted.' },
  'episode.in_use': { status: 409, when: 'Records belong to the episode, so it cannot be deleted.' },
  'episode.is_default': {
    status: 409,
    when: 'The episode is the default one of its EHR, so it cannot be deleted.',
  },
  'tag.not_found': { status: 404, when: 'There is no tag with this key.' },
  'query.timeout': {
    status: 408,
    when: 'The query took longer than `CAIRN_QUERY_TIMEOUT_MS`, or than the call allowed by `timeout`, and was ended.',
  },
  'query.too_large': {
    status: 400,
    when: 'The query has more columns, or needs more memory, than is allowed: ask for less at once.',
  },
  'query.too_many': {
    status: 429,
    when: 'Too many queries of this client, or of this person, are waiting; `Retry-After` says when to try again.',
  },
  'query.overloaded': {
    status: 503,
    when: 'Too many queries of all clients are waiting; `Retry-After` says when to try again.',
  },
  'query.terminology_failed': {
    status: 502,
    when: 'The terminology server that the query needs does not answer, or answers with an error.',
  },
  'terminology.unknown': {
    status: 422,
    when: 'No terminology server is set, or the one that is set does not have the value set.',
  },
  'query.of_parties': {
    status: 400,
    when: 'The operation takes a query of EHRs, or the call names an EHR, and the query is of parties, which are in none.',
  },
  'query.ehr_contradicted': {
    status: 409,
    when: 'With `CAIRN_WIRE_PROFILE=openehr`: header, query string and body of a query name different EHRs. Otherwise that is a 400.',
  },
  'query.not_found': { status: 404, when: 'There is no stored query of this name and version.' },
  'query.exists': { status: 409, when: 'The stored query has this version already.' },
  'changes.too_many': {
    status: 429,
    when: 'The client, or the person who uses it, has as many readers that wait for changes as `CAIRN_CHANGE_READERS_PER_CLIENT` allows.',
  },
  'live.too_large': {
    status: 400,
    when: 'A live query has more rows than `CAIRN_LIVE_MAX_ROWS`, or more than 16 MB of them. If it grows so far later, its stream ends with this code.',
  },
  'live.too_many': {
    status: 429,
    when: 'The client, or the person who uses it, reads as many live queries as `CAIRN_LIVE_PER_CLIENT` allows.',
  },
  'live.overloaded': {
    status: 503,
    when: 'The process has as many readers of live queries as `CAIRN_LIVE_MAX` allows; `Retry-After` says when to try again.',
  },
  'datamap.invalid': {
    status: 400,
    when: 'The definition of a datamap is faulty, or it does not match its template; all faults are listed.',
  },
  'datamap.record_invalid': {
    status: 400,
    when: 'A record has labels that its datamap does not have, fields that only the server sets, or values that cannot be read; all are listed.',
  },
  'datamap.record_not_found': {
    status: 404,
    when: 'The datamap has no record with this uid in this EHR, or it is deleted.',
  },
  'datamap.of_parties': {
    status: 400,
    when: 'The datamap shows parties: they are in no EHR, are written at their own addresses, and are not published.',
  },
  'datamap.not_found': { status: 404, when: 'There is no datamap of this name.' },
  'service.unavailable': {
    status: 503,
    when: 'The database cannot be reached, takes no writes or does not answer in time, or the server is stopping; try again.',
  },
  'service.overloaded': {
    status: 503,
    when: 'More requests are under way than `CAIRN_MAX_REQUESTS`, or requests wait longer than `CAIRN_WAIT_TARGET_MS`; `Retry-After` says when to try again.',
  },
  'service.busy': {
    status: 503,
    when: 'Another operation has locked the record that is to be changed, or changes it at the same time; `Retry-After` says when to try again.',
  },
  'service.storage_full': {
    status: 507,
    when: 'The disk of the database is full: nothing was stored. Reads may go on.',
  },
  'service.ehr_limit': {
    status: 507,
    when: 'The database has as many EHRs as `CAIRN_MAX_EHRS` allows: none was created. Everything else goes on.',
  },
  'service.size_limit': {
    status: 507,
    when: 'The database is as large as `CAIRN_MAX_DATABASE_SIZE` allows: nothing was stored. Reading and deleting go on.',
  },
  'tenant.suspended': {
    status: 503,
    when: 'The organisation at this address is suspended by the operator of the server.',
  },
  'tenant.moving': {
    status: 503,
    when: 'The organisation at this address moves to another database, which takes some seconds; `Retry-After` says when to try again.',
  },
  'tenant.not_found': { status: 404, when: 'The API for operators: there is no tenant with this id.' },
  'tenant.invalid': {
    status: 400,
    when: 'The API for operators: a tenant cannot be as described; the message or the findings say why.',
  },
  'tenant.conflict': {
    status: 409,
    when: 'The API for operators: the state of the tenant, or a name that another one has, does not allow it.',
  },
  'tenant.unreachable': {
    status: 409,
    when: 'The API for operators: a database that a move does not need any more cannot be removed, since its PostgreSQL server does not answer.',
  },
  'operator.key': {
    status: 401,
    when: 'The API for operators: no key, or one that is unknown, revoked or too old.',
  },
  'service.audit_unavailable': { status: 503, when: 'Audit events cannot be written, so nothing is served.' },
  internal: {
    status: 500,
    when: 'An internal error of the server. The log has the details under the request id.',
  },
} as const satisfies Record<string, Meaning>

type ServerCode = keyof typeof SERVER_CODES

/** The HTTP status of each code of the openEHR library. A code without a row does not compile. */
const LIBRARY_CODES: Record<ProblemCode, Meaning> = {
  'id.malformed': { status: 400, when: 'An id does not have the required form.' },
  'time.malformed': {
    status: 400,
    when: 'A date, time or duration is not in the ISO 8601 form that openEHR requires.',
  },
  'path.malformed': { status: 400, when: 'An openEHR path cannot be read.' },
  'json.malformed': { status: 400, when: 'A JSON text cannot be read, or not without loss.' },
  'xml.malformed': {
    status: 400,
    when: 'An XML text cannot be read, or is not allowed (DOCTYPE, depth, size).',
  },
  'format.invalid': { status: 400, when: 'A document does not follow the rules of its format.' },
  'template.unsatisfiable': {
    status: 422,
    when: 'A template has no valid instance, so no example of it can be made.',
  },
  'template.invalid': { status: 400, when: 'An operational template is faulty; all faults are listed.' },
  'aql.malformed': { status: 400, when: 'A query cannot be read; line and column are named.' },
  'aql.invalid': { status: 400, when: 'A query can be read but cannot be run.' },
}

export const CODES: Record<ProblemCode | ServerCode, Meaning> = { ...SERVER_CODES, ...LIBRARY_CODES }

export type Code = keyof typeof CODES
