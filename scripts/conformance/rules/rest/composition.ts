/** Rules of the openEHR REST API for COMPOSITION and its versions. */
import { type Rule, rule } from '../../rule.ts'
import { COMPOSITION, COMPOSITION_REFUSED, REST, VERSION } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, COMPOSITION'

export const COMPOSITION_RULES: readonly Rule[] = [
  rule(
    'rest-composition-create',
    'POST composition answers 201 with ETag, Location and Last-Modified.',
    SOURCE,
    `${COMPOSITION}: a create answers 201`,
  ),
  rule(
    'rest-composition-same',
    'What is read equals what was committed.',
    SOURCE,
    `${COMPOSITION}: what is read is what was sent`,
  ),
  rule(
    'rest-composition-422',
    'An unknown template and data that break their template are answered with 422, with all violations.',
    SOURCE,
    `${COMPOSITION_REFUSED}: all violations come at once`,
    `${REST}: is 422 where it is a COMPOSITION`,
  ),
  rule(
    'rest-composition-no-ehr',
    'A composition for an EHR that does not exist is answered with 404.',
    SOURCE,
    `${COMPOSITION}: a composition for an EHR that does not exist`,
  ),
  rule(
    'rest-composition-get',
    'A composition is read by version id, and by object id as the latest or at a time.',
    SOURCE,
    `${COMPOSITION}: an object id answers with the latest version`,
  ),
  rule(
    'rest-composition-update',
    'PUT composition adds a version; 200 or 204.',
    SOURCE,
    `${COMPOSITION}: an update with If-Match`,
    `${COMPOSITION}: return=representation answers an update`,
  ),
  rule(
    'rest-composition-update-404',
    'An update of what is not there is answered with 404.',
    SOURCE,
    `${COMPOSITION}: an update of what is not there`,
  ),
  rule(
    'rest-composition-uid',
    'A body with the uid of another composition is refused.',
    SOURCE,
    `${COMPOSITION}: a body with the uid of another object`,
  ),
  rule(
    'rest-composition-delete',
    'DELETE adds a deleted version; reading it is 204, its history stays.',
    SOURCE,
    `${COMPOSITION}: a delete answers 204`,
  ),
  rule(
    'rest-composition-delete-409',
    'DELETE of an older version is 409 with the latest, of a deleted one 400, of none 404.',
    SOURCE,
    `${COMPOSITION}: a delete of an older version`,
  ),
  rule(
    'rest-versioned-composition',
    'VERSIONED_COMPOSITION, its revision history, and VERSION by id and at a time are read.',
    SOURCE,
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
