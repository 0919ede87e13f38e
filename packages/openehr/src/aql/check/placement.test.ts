import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CLASS_NAMES } from '../../../test/aql/random-queries.ts'
import { randomRecords } from '../../../test/aql/random-records.ts'
import { bindingsOf } from '../evaluate/containment.ts'
import { openRecord } from '../evaluate/record.ts'
import { parseAql } from '../syntax/parse.ts'
import { checkAql } from './check.ts'

const NAMES = [
  ...CLASS_NAMES,
  'DV_TEXT',
  'DATA_VALUE',
  'PARTY_PROXY',
  'OBJECT_REF',
  'PARTICIPATION',
  'CODE_PHRASE',
]

test('what is refused as never contained is in no record, for every class in every class', () => {
  const queries = NAMES.flatMap(outer =>
    NAMES.map(inner => parseAql(`SELECT 1 FROM ${outer} a CONTAINS ${inner} b`)),
  )
  const refused = queries.filter(query => checkAql(query).length > 0)
  // Neither all nor nothing.
  assert.ok(refused.length > 200 && queries.length - refused.length > 200)
  fc.assert(
    fc.property(randomRecords, ehrs => {
      const records = ehrs.map(openRecord)
      for (const { from } of refused)
        assert.equal(bindingsOf(from, records, () => {}).next().done, true, JSON.stringify(from))
    }),
    { numRuns: 5 },
  )
})
