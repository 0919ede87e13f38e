/** Test queries of the AQL reference, part H: queries that must be refused. */
import type { TestQuery } from './test-query.ts'

export const REFUSED_QUERIES: readonly TestQuery[] = [
  [158, 'SELECT FROM EHR e', 'no column'],
  [159, 'SELECT e/ehr_id/value', 'no FROM'],
  [160, 'SELECT x/uid/value FROM EHR e', 'undeclared variable'],
  [161, 'SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION e', 'duplicate variable'],
  [162, 'SELECT c FROM COMPOSITION c LIMIT 0', 'below 1'],
  [163, 'SELECT c FROM COMPOSITION c OFFSET 5', 'OFFSET without LIMIT'],
  [164, 'SELECT TOP 3 c FROM COMPOSITION c LIMIT 3', 'TOP with LIMIT'],
  [165, 'SELECT c/no_such_attribute FROM COMPOSITION c', 'not an RM attribute (recommended error)'],
  [166, 'SELECT c FROM NOSUCHCLASS c', 'unknown class'],
  [167, 'SELECT c FROM COMPOSITION c WHERE c/name/value LIKE 5', 'operand type'],
  [168, 'SELECT o FROM COMPOSITION c NOT CONTAINS OBSERVATION o', 'variable of a negated branch selected'],
  [169, 'SELECT c FROM COMPOSITION c WHERE c/name/value = $missing', 'parameter without value'],
  [
    170,
    'SELECT c FROM COMPOSITION c WHERE c/uid/value NOT IN (SELECT d/uid/value FROM COMPOSITION d)',
    'no sub-select in 1.1.0',
  ],
  [171, 'SELECT c FROM COMPOSITION c ORDER BY', 'incomplete'],
  [172, 'SELECT SUM(c/name/value) FROM COMPOSITION c', 'SUM of strings (400 or NULL; state which)'],
]
