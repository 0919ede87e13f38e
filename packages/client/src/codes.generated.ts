/** Codes of errors; docs/reference/errors.md lists them. Written by "npm run docs": change the table of the server, not this. */

export type ErrorCode =
  /** 400: A query can be read but cannot be run. */
  | 'aql.invalid'
  /** 400: A query cannot be read; line and column are named. */
  | 'aql.malformed'
  /** 404: There is no assignment with this id. */
  | 'assignment.not_found'
  /** 401: HTTP Basic, or a session of EhrScape: the id or the secret is wrong, or the client does not have `basic_auth` switched on. */
  | 'auth.basic_refused'
  /** 403: A call with the session of a person lacks the proof that a page of this service made it. */
  | 'auth.csrf'
  /** 403: The token is good, but its scopes do not cover the operation. */
  | 'auth.insufficient_scope'
  /** 401: The person of the token signed in too long ago for this: send them to the authorization endpoint with `max_age` (RFC 9470). */
  | 'auth.insufficient_user_authentication'
  /** 403: A person with a session must first confirm who they are, on the page that `Location` names, since they signed in some minutes ago. */
  | 'auth.reauthentication_needed'
  /** 403: The rights of the caller reach the EHR, but do not allow this change, or do not allow it for this name. */
  | 'auth.right_denied'
  /** 403: The person must first set up a second factor, on the page that `Location` names. */
  | 'auth.second_factor_needed'
  /** 401: The token is malformed, expired, for another audience, from another issuer, or its client is disabled. */
  | 'auth.token_invalid'
  /** 401: The call carries no `Authorization: Bearer` token. */
  | 'auth.token_missing'
  /** 410: The change feed does not have the place that a cursor names: the database was restored to an earlier state. */
  | 'changes.cursor_unknown'
  /** 429: The client, or the person who uses it, has as many readers that wait for changes as `CAIRN_CHANGE_READERS_PER_CLIENT` allows. */
  | 'changes.too_many'
  /** 409: A client has this id, or had it before it was deleted, or a person has it. */
  | 'client.exists'
  /** 409: The client is public or has keys of its own, so there is no secret to replace. */
  | 'client.has_no_secret'
  /** 409: After the change no client or person could administer the service. */
  | 'client.last_administrator'
  /** 404: There is no client with this id. */
  | 'client.not_found'
  /** 409: The request to change a client was approved or rejected already, or is older than a day. */
  | 'client.request_closed'
  /** 404: There is no request to change a client with this id. */
  | 'client.request_not_found'
  /** 403: The administrator who asked for the change of a client, or a client with credentials of the same administrator, tried to approve it. */
  | 'client.second_administrator'
  /** 409: A contribution with this id exists already. */
  | 'contribution.exists'
  /** 400: The changes of a contribution are not possible together or in this EHR, or their data break rules; all faults are listed. */
  | 'contribution.invalid'
  /** 404: There is no such contribution in this EHR. */
  | 'contribution.not_found'
  /** 422: The header `cairn-episode` names an episode that the EHR does not have, or that is deleted. */
  | 'data.episode_unknown'
  /** 422: A COMPOSITION can be read but breaks rules of the reference model or its template; all are listed. */
  | 'data.invalid'
  /** 422: A COMPOSITION names no template, or an unknown one. */
  | 'data.template_unknown'
  /** 413: A contribution has more versions than `CAIRN_MAX_VERSIONS`, or a directory more FOLDERs than `CAIRN_MAX_FOLDERS`. */
  | 'data.too_large'
  /** 422: The data have more different paths, or longer ones, than the query index allows; invented node ids are the usual cause. */
  | 'data.too_many_paths'
  /** 400: The definition of a datamap is faulty, or it does not match its template; all faults are listed. */
  | 'datamap.invalid'
  /** 404: There is no datamap of this name. */
  | 'datamap.not_found'
  /** 400: The datamap shows parties: they are in no EHR, are written at their own addresses, and are not published. */
  | 'datamap.of_parties'
  /** 400: A record has labels that its datamap does not have, fields that only the server sets, or values that cannot be read; all are listed. */
  | 'datamap.record_invalid'
  /** 404: The datamap has no record with this uid in this EHR, or it is deleted. */
  | 'datamap.record_not_found'
  /** 410: The events of a delivery cannot be sent again: they were erased, are out of reach, or no longer pass the filter. */
  | 'delivery.gone'
  /** 404: The subscription has no delivery with this id; the latest ones are kept. */
  | 'delivery.not_found'
  /** 412: Another page of the same person saved or ended the draft since: `If-Match` does not name its latest revision. */
  | 'draft.conflict'
  /** 409: The person has as many drafts as a person can have. */
  | 'draft.limit'
  /** 404: The caller has no such draft in this EHR or of parties: it was committed, thrown away, or not saved for too long. */
  | 'draft.not_found'
  /** 403: Drafts belong to people, and the token names none. */
  | 'draft.people_only'
  /** 409: An EHR with this id was physically deleted or merged; its id is not used again. */
  | 'ehr.erased'
  /** 409: An EHR with this id exists already. */
  | 'ehr.exists'
  /** 409: Two EHRs cannot be merged as they are: both have a directory, or an object with the same id. */
  | 'ehr.merge_conflict'
  /** 404: The EHR was merged into another, which the message names. */
  | 'ehr.merged'
  /** 404: There is no EHR with this id or subject. */
  | 'ehr.not_found'
  /** 409: The EHR_STATUS has `is_modifiable: false`, so nothing but the EHR_STATUS can be changed. */
  | 'ehr.not_modifiable'
  /** 409: An EHR for this subject exists already. */
  | 'ehr.subject_exists'
  /** 400: An EHR_STATUS can be read but breaks rules of the reference model or its template; all are listed. */
  | 'ehr_status.invalid'
  /** 409: Records belong to the episode, so it cannot be deleted. */
  | 'episode.in_use'
  /** 409: The episode is the default one of its EHR, so it cannot be deleted. */
  | 'episode.is_default'
  /** 404: There is no such episode in this EHR, or it is deleted. */
  | 'episode.not_found'
  /** 410: The composition of a FHIR resource is deleted. */
  | 'fhir.deleted'
  /** 422: A FHIR resource cannot be stored: a value or a reference does not fit, or no mapping takes it. */
  | 'fhir.invalid'
  /** 412: `If-None-Exist` matches several resources, or a change would touch other resources of the same composition. */
  | 'fhir.not_selective'
  /** 422: A mapping file cannot be read, or names a file that is missing; each fault has its file and line. */
  | 'fhir_mapping.invalid'
  /** 404: There is no mapping file with this name, or not in this version. */
  | 'fhir_mapping.not_found'
  /** 400: A FOLDER can be read but breaks rules of the reference model or its template; all are listed. */
  | 'folder.invalid'
  /** 400: A document does not follow the rules of its format. */
  | 'format.invalid'
  /** 400: An id does not have the required form. */
  | 'id.malformed'
  /** 422: A record of an import cannot be taken over as it is; the answer to the import lists it with this reason. */
  | 'import.rejected'
  /** 500: An internal error of the server. The log has the details under the request id. */
  | 'internal'
  /** 400: A JSON text cannot be read, or not without loss. */
  | 'json.malformed'
  /** 400: The context of a launch names an EHR or an episode that does not exist. */
  | 'launch.invalid'
  /** 503: The process has as many readers of live queries as `CAIRN_LIVE_MAX` allows; `Retry-After` says when to try again. */
  | 'live.overloaded'
  /** 400: A live query has more rows than `CAIRN_LIVE_MAX_ROWS`, or more than 16 MB of them. If it grows so far later, its stream ends with this code. */
  | 'live.too_large'
  /** 429: The client, or the person who uses it, reads as many live queries as `CAIRN_LIVE_PER_CLIENT` allows. */
  | 'live.too_many'
  /** 401: Client authentication failed: wrong id, wrong secret or disabled. */
  | 'oauth.invalid_client'
  /** 400: The DPoP proof is missing, wrong, old or used already. */
  | 'oauth.invalid_dpop_proof'
  /** 400: `grant_type` is not offered, or the code or refresh token is unknown, used, ended or for another client. */
  | 'oauth.invalid_grant'
  /** 400: The authorization request names no known client, or a redirect URI that the client did not register; the person sees it on a page. */
  | 'oauth.invalid_redirect'
  /** 400: A parameter of the token request is missing, repeated or wrong. */
  | 'oauth.invalid_request'
  /** 400: A scope was asked for that is unknown or that the client does not have. */
  | 'oauth.invalid_scope'
  /** 400: The person took too long to sign in, or the request was used already: open the app again. */
  | 'oauth.request_expired'
  /** 429: Too many failed token requests; `Retry-After` says when to try again. */
  | 'oauth.too_many_attempts'
  /** 400: The client is of a kind that cannot use this grant. */
  | 'oauth.unauthorized_client'
  /** 400: An authorization request asks for another `response_type` than `code`. */
  | 'oauth.unsupported_response_type'
  /** 401: The API for operators: no key, or one that is unknown, revoked or too old. */
  | 'operator.key'
  /** 409: Other parties or an EHR refer to the party to delete, or another party names a relationship that a change takes out. */
  | 'party.referenced'
  /** 400: An openEHR path cannot be read. */
  | 'path.malformed'
  /** 403: A form was sent that our own page did not make for this browser, or made too long ago. */
  | 'people.form_expired'
  /** 422: The subject of the EHR_STATUS refers to another PERSON of this server than the EHR is linked to. */
  | 'person.disagrees'
  /** 409: A person or a client has this id already. */
  | 'person.exists'
  /** 409: The person has an EHR already, or the EHR a person; to link it again, delete the EHR and create it anew. */
  | 'person.linked'
  /** 409: The person was merged into another, which the message names; or the two people cannot be merged, or separated again, as they are. */
  | 'person.merged'
  /** 404: There is no person with this id. */
  | 'person.not_found'
  /** 409: The account belongs to an identity provider, so that it cannot have a password, passkey, recovery codes or invitation. */
  | 'person.of_provider'
  /** 422: The header `cairn-person-uid` names no PERSON of this server, or one that is deleted. */
  | 'person.unknown'
  /** 409: With `CAIRN_WIRE_PROFILE=openehr`: header, query string and body of a query name different EHRs. Otherwise that is a 400. */
  | 'query.ehr_contradicted'
  /** 409: The stored query has this version already. */
  | 'query.exists'
  /** 404: There is no stored query of this name and version. */
  | 'query.not_found'
  /** 400: The operation takes a query of EHRs, or the call names an EHR, and the query is of parties, which are in none. */
  | 'query.of_parties'
  /** 503: Too many queries of all clients are waiting; `Retry-After` says when to try again. */
  | 'query.overloaded'
  /** 502: The terminology server that the query needs does not answer, or answers with an error. */
  | 'query.terminology_failed'
  /** 408: The query took longer than `CAIRN_QUERY_TIMEOUT_MS`, or than the call allowed by `timeout`, and was ended. */
  | 'query.timeout'
  /** 400: The query has more columns, or needs more memory, than is allowed: ask for less at once. */
  | 'query.too_large'
  /** 429: Too many queries of this client, or of this person, are waiting; `Retry-After` says when to try again. */
  | 'query.too_many'
  /** 499: The client closed the connection before the answer: only log, metrics and audit trail have this status. */
  | 'request.aborted'
  /** 431: Request line and headers exceed `CAIRN_HEADER_LIMIT`. */
  | 'request.headers_too_large'
  /** 400: A parameter, a header or the body is malformed or not allowed in this operation. */
  | 'request.malformed'
  /** 405: The resource has no such method; `Allow` lists those it has. */
  | 'request.method_not_allowed'
  /** 406: Nothing that `Accept` names can be produced here. */
  | 'request.not_acceptable'
  /** 408: The request was not complete in time. */
  | 'request.timeout'
  /** 413: The body is larger than `CAIRN_BODY_LIMIT`, or than this operation takes. */
  | 'request.too_large'
  /** 400: A parameter has a name that the operation or the query does not use; the message names the nearest one. */
  | 'request.unknown_parameter'
  /** 415: `Content-Type` or `Content-Encoding` is missing, malformed or not one that the operation reads. */
  | 'request.unsupported_media_type'
  /** 414: The request target is longer than `CAIRN_URL_LIMIT`. */
  | 'request.uri_too_long'
  /** 404: There is nothing at this address. */
  | 'resource.not_found'
  /** 501: The address belongs to an API of another server, of which this part is not offered. */
  | 'resource.not_implemented'
  /** 403: An administrator tried to give a person or a role more than the administrator has, or to make a link for such a person. */
  | 'role.beyond_own'
  /** 409: A built-in role cannot be changed or deleted. */
  | 'role.built_in'
  /** 409: A role with this name exists already. */
  | 'role.exists'
  /** 409: People have the role: it cannot be deleted, or withdrawn from assigned EHRs, while they do. */
  | 'role.in_use'
  /** 404: There is no role with this name. */
  | 'role.not_found'
  /** 503: Audit events cannot be written, so nothing is served. */
  | 'service.audit_unavailable'
  /** 503: Another operation has locked the record that is to be changed, or changes it at the same time; `Retry-After` says when to try again. */
  | 'service.busy'
  /** 507: The database has as many EHRs as `CAIRN_MAX_EHRS` allows: none was created. Everything else goes on. */
  | 'service.ehr_limit'
  /** 503: More requests are under way than `CAIRN_MAX_REQUESTS`, or requests wait longer than `CAIRN_WAIT_TARGET_MS`; `Retry-After` says when to try again. */
  | 'service.overloaded'
  /** 507: The database is as large as `CAIRN_MAX_DATABASE_SIZE` allows: nothing was stored. Reading and deleting go on. */
  | 'service.size_limit'
  /** 507: The disk of the database is full: nothing was stored. Reads may go on. */
  | 'service.storage_full'
  /** 503: The database cannot be reached, takes no writes or does not answer in time, or the server is stopping; try again. */
  | 'service.unavailable'
  /** 409: The caller has as many subscriptions as it can have. */
  | 'subscription.limit'
  /** 404: The caller has no subscription with this id. */
  | 'subscription.not_found'
  /** 400: The query of a subscription does not look at one record at a time, or finds too much in one. */
  | 'subscription.query_refused'
  /** 404: There is no tag with this key. */
  | 'tag.not_found'
  /** 409: The template was replaced or deleted again and again while data were committed; send them again. */
  | 'template.changed'
  /** 409: A template with this id exists already; PUT replaces it. */
  | 'template.exists'
  /** 409: Records were made by the template, so it cannot be deleted. */
  | 'template.in_use'
  /** 400: An operational template is faulty; all faults are listed. */
  | 'template.invalid'
  /** 404: There is no template with this id. */
  | 'template.not_found'
  /** 422: A template has no valid instance, so no example of it can be made. */
  | 'template.unsatisfiable'
  /** 409: The API for operators: the state of the tenant, or a name that another one has, does not allow it. */
  | 'tenant.conflict'
  /** 400: The API for operators: a tenant cannot be as described; the message or the findings say why. */
  | 'tenant.invalid'
  /** 503: The organisation at this address moves to another database, which takes some seconds; `Retry-After` says when to try again. */
  | 'tenant.moving'
  /** 404: The API for operators: there is no tenant with this id. */
  | 'tenant.not_found'
  /** 503: The organisation at this address is suspended by the operator of the server. */
  | 'tenant.suspended'
  /** 409: The API for operators: a database that a move does not need any more cannot be removed, since its PostgreSQL server does not answer. */
  | 'tenant.unreachable'
  /** 422: No terminology server is set, or the one that is set does not have the value set. */
  | 'terminology.unknown'
  /** 400: A date, time or duration is not in the ISO 8601 form that openEHR requires. */
  | 'time.malformed'
  /** 409: The records are being verified already; only one verification runs at a time. */
  | 'verification.running'
  /** 412: `If-Match` does not name the latest version; `ETag` and `Location` of the answer do. */
  | 'version.conflict'
  /** 400: The object is already deleted. */
  | 'version.deleted'
  /** 409: An object with this id, or the directory, exists already. */
  | 'version.exists'
  /** 404: There is no such object or version in this EHR, or none at that time. */
  | 'version.not_found'
  /** 409: The version to delete is not the latest; `ETag` and `Location` of the answer name that one. */
  | 'version.not_latest'
  /** 400: The operation needs `If-Match` with the latest version. */
  | 'version.precondition_missing'
  /** 400: An XML text cannot be read, or is not allowed (DOCTYPE, depth, size). */
  | 'xml.malformed'
