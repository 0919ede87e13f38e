/** Rules of the openEHR REST API for templates and stored queries. */
import { type Rule, rule } from '../../rule.ts'
import { QUERY, TEMPLATE } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, DEFINITION'

export const DEFINITION_RULES: readonly Rule[] = [
  rule(
    'rest-template-upload',
    'An OPT is uploaded: 201 with Location and ETag; a second with its id is 409.',
    SOURCE,
    `${TEMPLATE}: an upload answers 201`,
    `${TEMPLATE}: a second upload`,
  ),
  rule(
    'rest-template-invalid',
    'An invalid template is 400, with all faults, and is not stored.',
    SOURCE,
    `${TEMPLATE}: answers 400 and stores nothing`,
    `${TEMPLATE}: all faults of a template are listed`,
  ),
  rule(
    'rest-template-list',
    'Templates are listed with template_id, concept, archetype_id and created_timestamp.',
    SOURCE,
    `${TEMPLATE}: the list has template_id`,
  ),
  rule(
    'rest-template-get',
    'A template is read as OPT and as web template; an unknown one is 404.',
    SOURCE,
    `${TEMPLATE}: a template is read as`,
    `${TEMPLATE}: an unknown template answers 404`,
  ),
  rule(
    'rest-template-example',
    'An example is made in every format and detail, and can be committed.',
    SOURCE,
    `${TEMPLATE}: an example of detail`,
    `${TEMPLATE}: an example as`,
  ),
  rule(
    'rest-query-store',
    'A query is stored under a version, or the next one; a version is stored once.',
    SOURCE,
    `${QUERY}: a query stored without a version is 1.0.0`,
    `${QUERY}: a version is stored once`,
  ),
  rule(
    'rest-query-prefix',
    'A prefix of a version picks the highest that fits.',
    SOURCE,
    `${QUERY}: a prefix picks the highest version`,
  ),
  rule(
    'rest-query-list',
    'Stored queries are listed by the beginning of their names.',
    SOURCE,
    `${QUERY}: the list takes a name as the beginning`,
  ),
  rule(
    'rest-query-invalid',
    'A query that cannot run is not stored, and told with line and column.',
    SOURCE,
    `${QUERY}: a query that can never run is not stored`,
    `${QUERY}: what is wrong with a query is said`,
  ),
]
