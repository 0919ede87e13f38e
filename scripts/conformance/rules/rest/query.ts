/** Rules of the openEHR REST API for running queries. */
import { type Rule, rule } from '../../rule.ts'
import { ENDPOINTS, PARAMETERS } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, QUERY'

export const QUERY_RULES: readonly Rule[] = [
  rule(
    'rest-result-set',
    'A result set has meta, name, q, columns and rows, and an ETag.',
    SOURCE,
    `${ENDPOINTS}: has meta, name, q, columns and rows`,
  ),
  rule(
    'rest-query-get',
    'GET takes q, offset, fetch, ehr_id and the parameters of the query.',
    SOURCE,
    `${PARAMETERS}: query_parameters in a GET`,
    `${PARAMETERS}: the page: offset and fetch`,
  ),
  rule(
    'rest-query-post',
    'POST takes q, offset, fetch and query_parameters.',
    SOURCE,
    `${PARAMETERS}: the body of a POST`,
  ),
  rule(
    'rest-query-top',
    'fetch cannot be combined with TOP.',
    SOURCE,
    `${PARAMETERS}: cannot be asked for beside TOP`,
  ),
  rule(
    'rest-query-ehr',
    'ehr_id, also as a header, runs the query in one EHR.',
    SOURCE,
    `${PARAMETERS}: is taken as parameter, as header`,
  ),
  rule(
    'rest-query-stored',
    'A stored query runs by name, version or prefix; an unknown one is 404.',
    SOURCE,
    `${ENDPOINTS}: which stored query runs`,
    `${ENDPOINTS}: says which is not there`,
  ),
  rule(
    'rest-query-408',
    'A query that takes too long is ended with 408.',
    SOURCE,
    'test/query/ended.test.ts: ',
  ),
  rule(
    'rest-query-queryable',
    'EHRs that are not queryable are left out of population queries.',
    'Service model, is_queryable',
    'test/query/queryable.test.ts: ',
  ),
]
