/** Rules of the openEHR REST API for the directory of an EHR. */
import { type Rule, rule } from '../../rule.ts'
import { DIRECTORY } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, DIRECTORY'

export const DIRECTORY_RULES: readonly Rule[] = [
  rule(
    'rest-directory-create',
    'POST directory answers 201; 409 where there is one.',
    SOURCE,
    `${DIRECTORY}: answers 201 with the version uid`,
    `${DIRECTORY}: answers 409 where there is one already`,
  ),
  rule(
    'rest-directory-get',
    'The directory is read at a time, by version id, and in part by path.',
    SOURCE,
    `${DIRECTORY}: answers the version extant at a time`,
    `${DIRECTORY}: answers each version, 204`,
    `${DIRECTORY}: finds`,
  ),
  rule(
    'rest-directory-update',
    'PUT directory answers 200 or 204 with the new version.',
    SOURCE,
    `${DIRECTORY}: answers 204, or 200 with the FOLDER`,
  ),
  rule(
    'rest-directory-delete',
    'DELETE directory answers 204; versions stay, another can be created.',
    SOURCE,
    `${DIRECTORY}: answers 204 with the version that deletes it`,
    `${DIRECTORY}: lets another be created after it`,
  ),
  rule(
    'rest-directory-412',
    'Updates and deletions hold to If-Match: 412, 400 and 404.',
    SOURCE,
    `${DIRECTORY}: answers 412 with the latest version`,
    `${DIRECTORY}: answers 412, 400 and 404`,
  ),
]
