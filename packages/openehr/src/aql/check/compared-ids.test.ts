import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters } from '../syntax/bind.ts'
import { parseAql } from '../syntax/parse.ts'
import { printAql } from '../syntax/print.ts'
import { checkAql } from './check.ts'

const TEMPLATE = 'c/archetype_details/template_id'

const bound = (from: string, parameters = {}): string => {
  const query = parseAql(`SELECT 1 FROM ${from}`)
  assert.deepEqual(checkAql(query), [], from)
  return printAql(bindParameters(query, parameters)).slice('SELECT 1 FROM '.length)
}

test('an identifier is compared with a text by its value', () => {
  const rows: readonly (readonly [condition: string, meant: string])[] = [
    [`${TEMPLATE} = 'x'`, `${TEMPLATE}/value = 'x'`],
    [`NOT ${TEMPLATE} != 'x' OR c/uid LIKE 'a*'`, `NOT ${TEMPLATE}/value != 'x' OR c/uid/value LIKE 'a*'`],
    [`${TEMPLATE} matches {'x', 'y'}`, `${TEMPLATE}/value matches {'x', 'y'}`],
    [`${TEMPLATE} = CONCAT('x', 'y')`, `${TEMPLATE}/value = CONCAT('x', 'y')`],
    [`${TEMPLATE}/value = 'x'`, `${TEMPLATE}/value = 'x'`],
    [`EXISTS ${TEMPLATE}`, `EXISTS ${TEMPLATE}`],
    ["c/context/start_time = '2024-01-01'", "c/context/start_time = '2024-01-01'"],
  ]
  for (const [condition, meant] of rows)
    assert.equal(bound(`COMPOSITION c WHERE ${condition}`), `COMPOSITION c WHERE ${meant}`)
})

test('a predicate of FROM and a parameter do the same', () =>
  assert.equal(
    bound(`EHR e[ehr_id = $ehr] CONTAINS COMPOSITION c WHERE ${TEMPLATE} = $template`, {
      ehr: 'e',
      template: 't',
    }),
    `EHR e[ehr_id/value='e'] CONTAINS COMPOSITION c WHERE ${TEMPLATE}/value = 't'`,
  ))

test('two identifiers are compared as they are', () =>
  assert.equal(
    bound(`EHR e CONTAINS (COMPOSITION c AND COMPOSITION d) WHERE c/uid = d/uid`),
    'EHR e CONTAINS (COMPOSITION c AND COMPOSITION d) WHERE c/uid = d/uid',
  ))
