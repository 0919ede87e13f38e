/** Test queries of the AQL reference, part D: VERSION. */
import type { TestQuery } from './test-query.ts'

export const VERSIONS: readonly TestQuery[] = [
  [80, 'SELECT v/uid/value FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c', 'latest versions'],
  [
    81,
    'SELECT v/uid/value, v/commit_audit/time_committed/value FROM EHR e CONTAINS VERSION v[LATEST_VERSION] CONTAINS COMPOSITION c',
    'explicit latest',
  ],
  [
    82,
    'SELECT v/uid/value FROM EHR e[ehr_id/value=$ehr] CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
    'all versions with content',
  ],
  [
    83,
    "SELECT v/uid/value FROM EHR e CONTAINS VERSION v[commit_audit/time_committed/value>='2025-01-01T00:00:00Z'] CONTAINS COMPOSITION c",
    'committed since',
  ],
  [
    84,
    'SELECT v/commit_audit/committer/name, v/commit_audit/change_type/value FROM VERSION v[LATEST_VERSION] CONTAINS COMPOSITION c',
    'audit columns',
  ],
  [
    85,
    "SELECT v/uid/value FROM VERSION v[LATEST_VERSION] CONTAINS COMPOSITION c WHERE v/commit_audit/change_type/defining_code/code_string='251'",
    'last change was a modification',
  ],
  [
    86,
    'SELECT v/contribution/id/value, count(*) FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
    'versions per contribution (implicit grouping)',
  ],
  [
    87,
    'SELECT v/uid/value, s/is_modifiable FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS EHR_STATUS s ORDER BY v/commit_audit/time_committed/value',
    'status history',
  ],
  [
    88,
    'SELECT o/uid/value FROM VERSION v[LATEST_VERSION] CONTAINS OBSERVATION o',
    'version over inner class, implicit composition',
  ],
  [
    89,
    "SELECT v/lifecycle_state/value FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c WHERE v/lifecycle_state/defining_code/code_string != '532'",
    'drafts',
  ],
]
