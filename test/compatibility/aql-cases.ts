/** AQL as users of other servers write it: one record with two readings is asked. */
import type { CompatibilityCase } from './table.ts'

export type AqlCase = CompatibilityCase & {
  readonly q: string
  readonly parameters?: Readonly<Record<string, unknown>>
} & (
    | { readonly rows: readonly (readonly unknown[])[]; readonly columns?: readonly string[] }
    /** Words of the message of a 400. */
    | { readonly refused: RegExp }
  )

const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'

export const AQL_CASES: readonly AqlCase[] = [
  {
    idiom: 'an identifier that is compared with a text',
    q: "SELECT c/composer/name FROM COMPOSITION c WHERE c/archetype_details/template_id = 'Blood pressure.v1'",
    does: 'compares its value',
    rows: [['A clinician']],
  },
  {
    idiom: 'the same with `matches` and `LIKE`',
    q: "SELECT c/composer/name FROM COMPOSITION c WHERE c/archetype_details/template_id matches {'x', 'Blood pressure.v1'} AND c/archetype_details/template_id LIKE 'Blood*'",
    does: 'compares its value',
    rows: [['A clinician']],
  },
  {
    idiom: 'the same with a parameter',
    q: 'SELECT c/composer/name FROM COMPOSITION c WHERE c/archetype_details/template_id = $template',
    parameters: { template: 'Blood pressure.v1' },
    does: 'compares its value',
    rows: [['A clinician']],
  },
  {
    idiom: 'the same with another value',
    q: "SELECT c/composer/name FROM COMPOSITION c[archetype_details/template_id = 'x']",
    does: 'finds nothing',
    rows: [],
  },
  {
    idiom: '`OFFSET` before `LIMIT`',
    q: `SELECT ${SYSTOLIC} FROM OBSERVATION o ORDER BY ${SYSTOLIC} OFFSET 1 LIMIT 1`,
    does: 'reads both orders',
    rows: [[130]],
  },
  {
    idiom: '`OFFSET` alone',
    q: 'SELECT c FROM COMPOSITION c OFFSET 1',
    does: 'refuses it: the grammar has it with `LIMIT` only',
    refused: /expected LIMIT but found the end of the query/,
  },
  {
    idiom: 'names of columns with letters beyond ASCII',
    q: `SELECT ${SYSTOLIC} AS Größe FROM OBSERVATION o ORDER BY Größe DESC`,
    does: 'takes letters of every script',
    rows: [[130], [120]],
    columns: ['Größe'],
  },
  {
    idiom: 'a comment without white space behind its hyphens',
    q: 'SELECT c/composer/name --the name\nFROM COMPOSITION c --WHERE false',
    does: 'skips it',
    rows: [['A clinician']],
  },
  {
    idiom: 'the name of a column in `WHERE`',
    q: `SELECT ${SYSTOLIC} AS systolic FROM OBSERVATION o WHERE systolic > 120`,
    does: 'refuses it with the path to write',
    refused: /systolic is the name of a column; WHERE needs what the column shows, o\/data/,
  },
  {
    idiom: '`GROUP BY`',
    q: 'SELECT c/composer/name, COUNT(*) FROM COMPOSITION c GROUP BY c/composer/name',
    does: 'refuses it and says that it can be left out',
    refused: /AQL has no GROUP BY\. Leave it out: rows are grouped by the columns/,
  },
  {
    idiom: 'a column beside an aggregate, without `GROUP BY`',
    q: 'SELECT c/composer/name, COUNT(*) FROM COMPOSITION c',
    does: 'groups by the column',
    rows: [['A clinician', 1]],
  },
  {
    idiom: '`LIMIT` before `ORDER BY`',
    q: 'SELECT c FROM COMPOSITION c LIMIT 5 ORDER BY c/composer/name',
    does: 'refuses it with the right order',
    refused: /ORDER BY stands behind FROM and WHERE, and before LIMIT/,
  },
  {
    idiom: '`BETWEEN`, `IN`, `IS NULL` and `HAVING` of SQL, `TIMEWINDOW` of AQL 1.0',
    q: `SELECT ${SYSTOLIC} FROM OBSERVATION o WHERE ${SYSTOLIC} BETWEEN 100 AND 125`,
    does: 'refuses them with what AQL has instead',
    refused: /AQL has no BETWEEN\. Write two comparisons/,
  },
]
