/** Rules of the openEHR REST API that hold for every resource: methods, formats, headers, preconditions. */
import { type Rule, rule } from '../../rule.ts'
import {
  COMPOSITION,
  COMPOSITION_FORMS,
  CONTRIBUTION,
  CORE,
  DIRECTORY,
  EHR,
  MEDIA,
  PREFER,
  REST,
  VERSION,
} from './test-files.ts'

const OVERVIEW = 'REST API 1.1.0, Overview, Requests and responses'

export const GENERAL_RULES: readonly Rule[] = [
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
    `${COMPOSITION}: what is read is what was sent`,
  ),
  rule(
    'rest-xml',
    'Canonical XML is read and written.',
    `${OVERVIEW}, Data representation`,
    `${COMPOSITION_FORMS}: a composition goes out as`,
    `${COMPOSITION_FORMS}: XML written by the library is taken`,
  ),
  rule(
    'rest-simplified',
    'FLAT and STRUCTURED are read and written for templated records.',
    `${OVERVIEW}, Simplified formats`,
    `${COMPOSITION_FORMS}: a composition goes out as`,
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
