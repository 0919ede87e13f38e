/** Rules of the openEHR REST API 1.1.0, resource by resource. */
import { type Rule, rule } from '../rule.ts'

const EHR = 'test/ehr/ehr.test.ts'
const COMPOSITION = 'test/ehr/composition.test.ts'
const VERSION = 'test/ehr/version.test.ts'
const CONTRIBUTION = 'test/ehr/contribution.test.ts'
const MATRIX = 'test/ehr/contribution-matrix.test.ts'
const DIRECTORY = 'test/ehr/directory.test.ts'
const TEMPLATE = 'test/definitions/template.test.ts'
const QUERY = 'test/definitions/stored-query.test.ts'
const ENDPOINTS = 'test/query/endpoints.test.ts'
const TAGS = 'test/ehr/tags.test.ts'
const TAG_HEADERS = 'test/ehr/tags-headers.test.ts'
const PREFER = 'test/ehr/prefer.test.ts'
const MEDIA = 'test/http/media-types.test.ts'
const CORE = 'test/http/core.test.ts'
const REST = 'test/clients/rest-api.test.ts'

const OVERVIEW = 'REST API 1.1.0, Overview, Requests and responses'
const general: readonly Rule[] = [
  rule(
    'rest-method-405',
    'A method that the resource does not allow is answered with 405 and Allow.',
    OVERVIEW,
    `${CORE}: answers others with 405 and Allow`,
  ),
  rule(
    'rest-auth-401',
    'A request without credentials is answered with 401 and WWW-Authenticate.',
    `${OVERVIEW}, Authentication`,
    `${REST}: is 401 with a challenge`,
  ),
  rule(
    'rest-accept-406',
    'An Accept that cannot be satisfied is answered with 406.',
    `${OVERVIEW}, Data representation`,
    `${MEDIA}: is 406`,
  ),
  rule(
    'rest-content-type-415',
    'A Content-Type that is not supported is answered with 415.',
    `${OVERVIEW}, Data representation`,
    `${MEDIA}: is 415`,
    `${MEDIA}: missing is 415`,
  ),
  rule(
    'rest-json',
    'Canonical JSON is read and written.',
    `${OVERVIEW}, Data representation`,
    `${COMPOSITION}: what is read equals what was committed`,
  ),
  rule(
    'rest-xml',
    'Canonical XML is read and written.',
    `${OVERVIEW}, Data representation`,
    `${COMPOSITION}: a composition goes out as`,
    `${COMPOSITION}: XML written by the library is taken`,
  ),
  rule(
    'rest-simplified',
    'FLAT and STRUCTURED are read and written for templated records.',
    `${OVERVIEW}, Simplified formats`,
    `${COMPOSITION}: a composition goes out as`,
    'test/ehr/flat.test.ts: the simple profile',
  ),
  rule(
    'rest-prefer-minimal',
    'Without Prefer, or with return=minimal, a write has no body.',
    `${OVERVIEW}, Prefer`,
    `${COMPOSITION}: a create answers 201 with ETag, Location, Last-Modified and an empty body`,
  ),
  rule(
    'rest-prefer-representation',
    'return=representation answers with the resource.',
    `${OVERVIEW}, Prefer`,
    `${EHR}: return=representation`,
    `${COMPOSITION}: return=representation`,
  ),
  rule(
    'rest-prefer-identifier',
    'return=identifier answers with the id, and never with 204.',
    `${OVERVIEW}, Prefer`,
    `${EHR}: return=identifier`,
    `${CONTRIBUTION}: return=identifier`,
  ),
  rule(
    'rest-prefer-resolve-refs',
    'resolve_refs replaces references by what they refer to, and is echoed in Preference-Applied.',
    `${OVERVIEW}, Prefer`,
    `${EHR}: resolve_refs`,
    `${CONTRIBUTION}: resolve_refs`,
  ),
  rule(
    'rest-preference-applied',
    'Preference-Applied names the preferences that were followed.',
    `${OVERVIEW}, Prefer`,
    `${PREFER}: `,
  ),
  rule(
    'rest-if-match-forms',
    'If-Match is taken quoted, bare and weak.',
    `${OVERVIEW}, If-Match`,
    `${DIRECTORY}: takes If-Match bare, quoted and weak`,
  ),
  rule(
    'rest-if-match-412',
    'An If-Match that is not the latest version is answered with 412 and the latest in ETag.',
    `${OVERVIEW}, If-Match`,
    `${REST}: is told where the latest version is`,
    `${COMPOSITION}: an update with If-Match`,
  ),
  rule(
    'rest-if-match-missing',
    'A missing If-Match where it is needed is answered with 400.',
    `${OVERVIEW}, If-Match`,
    `${COMPOSITION}: an update without If-Match answers 400`,
  ),
  rule(
    'rest-commit-headers',
    'openehr-version and openehr-audit-details set the audit and the lifecycle state, in the spellings of 1.0.3 and 1.1.0.',
    `${OVERVIEW}, Headers`,
    `${COMPOSITION}: the commit headers of openEHR REST`,
  ),
  rule(
    'rest-etag',
    'ETag is the id of the version, Last-Modified the time of its commit.',
    `${OVERVIEW}, Response headers`,
    `${COMPOSITION}: a create answers 201 with ETag`,
  ),
  rule(
    'rest-version-at-time',
    'version_at_time is extended ISO 8601; a malformed one is answered with 400.',
    'REST API 1.1.0, Resources',
    `${VERSION}: a version_at_time`,
  ),
  rule(
    'rest-same-404',
    'An id of another EHR is answered as one that is not there.',
    'REST API 1.1.0, Resources',
    `${VERSION}: an id of another EHR`,
  ),
]

const ehr: readonly Rule[] = [
  rule(
    'rest-ehr-create',
    'POST /ehr creates an EHR with a default status: queryable, modifiable, about PARTY_SELF.',
    'REST API 1.1.0, EHR',
    `${EHR}: POST /ehr without a body`,
    `${EHR}: without a body the status is queryable`,
  ),
  rule(
    'rest-ehr-create-status',
    'POST /ehr takes an EHR_STATUS with every combination of its flags.',
    'REST API 1.1.0, EHR',
    `${EHR}: a status with is_queryable`,
  ),
  rule(
    'rest-ehr-create-invalid',
    'An EHR_STATUS that breaks rules makes no EHR.',
    'REST API 1.1.0, EHR',
    `${EHR}: and makes no EHR`,
    `${REST}: is 400 where it is an EHR_STATUS`,
  ),
  rule(
    'rest-ehr-put',
    'PUT /ehr/{ehr_id} creates it with the id of the client, once; then 409.',
    'REST API 1.1.0, EHR',
    `${EHR}: PUT /ehr/{ehr_id} takes the id of the client, once`,
  ),
  rule(
    'rest-ehr-subject',
    'An EHR is found by subject id and namespace.',
    'REST API 1.1.0, EHR',
    `${EHR}: an EHR is found by subject id and namespace`,
  ),
  rule(
    'rest-ehr-subject-409',
    'A second EHR for a subject is answered with 409, also in a race.',
    'REST API 1.1.0, EHR',
    `${EHR}: a second EHR for one subject`,
    `${EHR}: of fifty EHRs for one subject`,
  ),
  rule(
    'rest-ehr-id-malformed',
    'An ehr_id that is no UUID is 400 on create and 404 on read.',
    'REST API 1.1.0, EHR',
    `${EHR}: an ehr_id that is no UUID`,
  ),
  rule(
    'rest-ehr-status-version',
    'VERSION of EHR_STATUS is read by id and at a time.',
    'REST API 1.1.0, EHR_STATUS',
    `${VERSION}: the version of an EHR_STATUS`,
    `${VERSION}: for an EHR_STATUS`,
  ),
  rule(
    'rest-ehr-not-modifiable',
    'An EHR that is not modifiable refuses writes with 409 and answers reads.',
    'Reference model, EHR_STATUS.is_modifiable',
    `${COMPOSITION}: an EHR that is not modifiable`,
    `${DIRECTORY}: answers 409 to every write`,
  ),
]

const C = 'REST API 1.1.0, COMPOSITION'
const composition: readonly Rule[] = [
  rule(
    'rest-composition-create',
    'POST composition answers 201 with ETag, Location and Last-Modified.',
    C,
    `${COMPOSITION}: a create answers 201`,
  ),
  rule(
    'rest-composition-same',
    'What is read equals what was committed.',
    C,
    `${COMPOSITION}: what is read equals what was committed`,
    `${COMPOSITION}: what is read is what was sent`,
  ),
  rule(
    'rest-composition-422',
    'An unknown template and data that break their template are answered with 422, with all violations.',
    C,
    `${COMPOSITION}: all violations come at once`,
    `${REST}: is 422 where it is a COMPOSITION`,
  ),
  rule(
    'rest-composition-no-ehr',
    'A composition for an EHR that does not exist is answered with 404.',
    C,
    `${COMPOSITION}: a composition for an EHR that does not exist`,
  ),
  rule(
    'rest-composition-get',
    'A composition is read by version id, and by object id as the latest or at a time.',
    C,
    `${COMPOSITION}: an object id answers with the latest version`,
  ),
  rule(
    'rest-composition-update',
    'PUT composition adds a version; 200 or 204.',
    C,
    `${COMPOSITION}: an update with If-Match`,
    `${COMPOSITION}: return=representation answers an update`,
  ),
  rule(
    'rest-composition-update-404',
    'An update of what is not there is answered with 404.',
    C,
    `${COMPOSITION}: an update of what is not there`,
  ),
  rule(
    'rest-composition-uid',
    'A body with the uid of another composition is refused.',
    C,
    `${COMPOSITION}: a body with the uid of another composition`,
  ),
  rule(
    'rest-composition-delete',
    'DELETE adds a deleted version; reading it is 204, its history stays.',
    C,
    `${COMPOSITION}: a delete answers 204`,
  ),
  rule(
    'rest-composition-delete-409',
    'DELETE of an older version is 409 with the latest, of a deleted one 400, of none 404.',
    C,
    `${COMPOSITION}: a delete of an older version`,
  ),
  rule(
    'rest-versioned-composition',
    'VERSIONED_COMPOSITION, its revision history, and VERSION by id and at a time are read.',
    C,
    `${VERSION}: the container and its revision history`,
    `${VERSION}: the version of a composition by its id`,
    `${VERSION}: without version_at_time`,
  ),
  rule(
    'rest-version-chain',
    'A second version names the first as its predecessor.',
    'Reference model, ORIGINAL_VERSION',
    `${VERSION}: a second version follows the first`,
  ),
  rule(
    'rest-version-signature',
    'A version is signed with a published key.',
    'Conformance profile STANDARD, signing',
    `${VERSION}: the signature is a detached EdDSA JWS`,
  ),
]

const N = 'REST API 1.1.0, CONTRIBUTION'
const contribution: readonly Rule[] = [
  rule(
    'rest-contribution-create',
    'POST contribution answers 201 with the uid in ETag and Location.',
    N,
    `${CONTRIBUTION}: answers 201 with the uid in ETag`,
  ),
  rule(
    'rest-contribution-uid',
    'A uid that is free is taken, one in use is answered with 409.',
    N,
    `${CONTRIBUTION}: takes a uid that is free`,
  ),
  rule(
    'rest-contribution-whole',
    'A contribution is committed as a whole or not at all.',
    N,
    'test/ehr/contribution-refused.test.ts: is refused with 400',
    `${CONTRIBUTION}: commits changes of all kinds at once`,
  ),
  rule(
    'rest-contribution-first',
    'The first version is a creation, complete or incomplete, and nothing else.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: is taken as a creation, complete or incomplete`,
  ),
  rule(
    'rest-contribution-next',
    'A change fits its change type and lifecycle state, and follows the latest version.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: fits its change type`,
    `${MATRIX}: follows the latest version`,
  ),
  rule(
    'rest-contribution-status',
    'An EHR_STATUS is modified or amended by a contribution, and nothing else.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: is modified or amended`,
  ),
  rule(
    'rest-contribution-folder',
    'A FOLDER is created, amended, modified and deleted by a contribution; not created twice.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: is created, amended, modified and deleted`,
    `${MATRIX}: cannot be created twice`,
  ),
  rule(
    'rest-contribution-forms',
    'UPDATE_VERSION and ORIGINAL_VERSION, codes as coded text, terminology code or text are taken.',
    N,
    'test/ehr/contribution-forms.test.ts: may have change_type',
    'test/ehr/contribution-forms.test.ts: may be UPDATE_VERSION',
  ),
  rule(
    'rest-contribution-audit',
    'Time and system of the audit are set by the server.',
    N,
    'test/ehr/contribution-forms.test.ts: has the time and the system of the commit',
  ),
  rule(
    'rest-contribution-get',
    'A contribution is read by its uid, with 404 for unknown ones.',
    N,
    `${CONTRIBUTION}: answers what the commit answered`,
    `${CONTRIBUTION}: answers 404 in the same bytes`,
  ),
]

const D = 'REST API 1.1.0, DIRECTORY'
const directory: readonly Rule[] = [
  rule(
    'rest-directory-create',
    'POST directory answers 201; 409 where there is one.',
    D,
    `${DIRECTORY}: answers 201 with the version uid`,
    `${DIRECTORY}: answers 409 where there is one already`,
  ),
  rule(
    'rest-directory-get',
    'The directory is read at a time, by version id, and in part by path.',
    D,
    `${DIRECTORY}: answers the version extant at a time`,
    `${DIRECTORY}: answers each version, 204`,
    `${DIRECTORY}: finds`,
  ),
  rule(
    'rest-directory-update',
    'PUT directory answers 200 or 204 with the new version.',
    D,
    `${DIRECTORY}: answers 204, or 200 with the FOLDER`,
  ),
  rule(
    'rest-directory-delete',
    'DELETE directory answers 204; versions stay, another can be created.',
    D,
    `${DIRECTORY}: answers 204 with the version that deletes it`,
    `${DIRECTORY}: lets another be created after it`,
  ),
  rule(
    'rest-directory-412',
    'Updates and deletions hold to If-Match: 412, 400 and 404.',
    D,
    `${DIRECTORY}: answers 412 with the latest version`,
    `${DIRECTORY}: answers 412, 400 and 404`,
  ),
]

const T = 'REST API 1.1.0, ITEM_TAG'
const tags: readonly Rule[] = [
  rule(
    'rest-tags-list',
    'Tags of an EHR are listed and filtered by key, value and path.',
    T,
    `${TAGS}: filters by key`,
  ),
  rule(
    'rest-tags-life',
    'Tags of the object stay over versions, tags of a version stay with it.',
    T,
    `${TAGS}: tags of the object stay over versions`,
  ),
  rule(
    'rest-tags-headers',
    'openehr-item-tag sets tags with a write, and is sent with a read that asks for it.',
    T,
    `${TAG_HEADERS}: `,
  ),
]

const F = 'REST API 1.1.0, DEFINITION'
const definition: readonly Rule[] = [
  rule(
    'rest-template-upload',
    'An OPT is uploaded: 201 with Location and ETag; a second with its id is 409.',
    F,
    `${TEMPLATE}: an upload answers 201`,
    `${TEMPLATE}: a second upload`,
  ),
  rule(
    'rest-template-invalid',
    'An invalid template is 400, with all faults, and is not stored.',
    F,
    `${TEMPLATE}: answers 400 and stores nothing`,
    `${TEMPLATE}: all faults of a template are listed`,
  ),
  rule(
    'rest-template-list',
    'Templates are listed with template_id, concept, archetype_id and created_timestamp.',
    F,
    `${TEMPLATE}: the list has template_id`,
  ),
  rule(
    'rest-template-get',
    'A template is read as OPT and as web template; an unknown one is 404.',
    F,
    `${TEMPLATE}: a template is read as`,
    `${TEMPLATE}: an unknown template answers 404`,
  ),
  rule(
    'rest-template-example',
    'An example is made in every format and detail, and can be committed.',
    F,
    `${TEMPLATE}: an example of detail`,
    `${TEMPLATE}: an example as`,
  ),
  rule(
    'rest-query-store',
    'A query is stored under a version, or the next one; a version is stored once.',
    F,
    `${QUERY}: a query stored without a version is 1.0.0`,
    `${QUERY}: a version is stored once`,
  ),
  rule(
    'rest-query-prefix',
    'A prefix of a version picks the highest that fits.',
    F,
    `${QUERY}: a prefix picks the highest version`,
  ),
  rule(
    'rest-query-list',
    'Stored queries are listed by the beginning of their names.',
    F,
    `${QUERY}: the list takes a name as the beginning`,
  ),
  rule(
    'rest-query-invalid',
    'A query that cannot run is not stored, and told with line and column.',
    F,
    `${QUERY}: a query that can never run is not stored`,
    `${QUERY}: what is wrong with a query is said`,
  ),
]

const Q = 'REST API 1.1.0, QUERY'
const query: readonly Rule[] = [
  rule(
    'rest-result-set',
    'A result set has meta, name, q, columns and rows, and an ETag.',
    Q,
    `${ENDPOINTS}: has meta, name, q, columns and rows`,
  ),
  rule(
    'rest-query-get',
    'GET takes q, offset, fetch, ehr_id and the parameters of the query.',
    Q,
    `${ENDPOINTS}: query_parameters in a GET`,
    `${ENDPOINTS}: the page: offset and fetch`,
  ),
  rule(
    'rest-query-post',
    'POST takes q, offset, fetch and query_parameters.',
    Q,
    `${ENDPOINTS}: the body of a POST`,
  ),
  rule(
    'rest-query-top',
    'fetch cannot be combined with TOP.',
    Q,
    `${ENDPOINTS}: cannot be asked for beside TOP`,
  ),
  rule(
    'rest-query-ehr',
    'ehr_id, also as a header, runs the query in one EHR.',
    Q,
    `${ENDPOINTS}: is taken as parameter, as header`,
  ),
  rule(
    'rest-query-stored',
    'A stored query runs by name, version or prefix; an unknown one is 404.',
    Q,
    `${ENDPOINTS}: which stored query runs`,
    `${ENDPOINTS}: says which is not there`,
  ),
  rule('rest-query-408', 'A query that takes too long is ended with 408.', Q, 'test/query/ended.test.ts: '),
  rule(
    'rest-query-queryable',
    'EHRs that are not queryable are left out of population queries.',
    'Service model, is_queryable',
    'test/query/queryable.test.ts: ',
  ),
]

const admin: readonly Rule[] = [
  rule(
    'rest-admin-ehr',
    'DELETE /admin/ehr/{ehr_id} removes an EHR physically, with all its history.',
    'REST API 1.1.0, ADMIN',
    'test/admin/erase.test.ts: leaves nothing in any table',
  ),
  rule(
    'rest-admin-all',
    'DELETE /admin/ehr/all removes the EHRs that are named, all or none.',
    'REST API 1.1.0, ADMIN',
    'test/admin/erase.test.ts: erases those that are named',
    'test/admin/erase.test.ts: erases none where one is not there',
  ),
  rule(
    'rest-system-options',
    'OPTIONS on the base tells product, version and endpoints.',
    'REST API 1.1.0, SYSTEM',
    'test/client/examples.test.ts: system_options',
  ),
  rule(
    'rest-smart-discovery',
    'The SMART configuration names endpoints, grants, scopes and services.',
    'SMART on openEHR 1.1.0',
    'test/auth/discovery.test.ts: has every field of section 2.2',
    'test/auth/discovery.test.ts: has the further ones',
  ),
  rule(
    'rest-smart-launch',
    'Apps are launched with an EHR and an episode, by authorization code with PKCE.',
    'SMART on openEHR 1.1.0',
    'test/people/authorize.test.ts: ',
  ),
]

export const REST_RULES: readonly Rule[] = [
  ...general,
  ...ehr,
  ...composition,
  ...contribution,
  ...directory,
  ...tags,
  ...definition,
  ...query,
  ...admin,
]
