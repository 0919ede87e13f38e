import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { printResolved, resolve } from '../resolve.ts'

const COMPOSITION = 'openEHR-EHR-COMPOSITION.encounter.v1'
const entries = smallDictionary({
  [`COMPOSITION ${COMPOSITION}`]: ['name/value'],
  'COMPOSITION openEHR-EHR-COMPOSITION.report.v1': ['name/value'],
  'OBSERVATION openEHR-EHR-OBSERVATION.pulse.v1': ['name/value'],
})

/** FROM after the rule. */
const fromOf = (aql: string): string =>
  printResolved(resolve(bindParameters(parseAql(aql), {}), entries)).split('\n')[0] ?? ''

test('a composition around an entry, of which nothing is asked, is left out', () => {
  const alone = 'from OBSERVATION o {3}'
  assert.equal(fromOf('SELECT o/name/value FROM COMPOSITION c CONTAINS OBSERVATION o'), alone)
  assert.equal(fromOf('SELECT o/name/value FROM COMPOSITION CONTAINS OBSERVATION o'), alone)
})

for (const [why, aql] of Object.entries({
  'it is of one archetype': `SELECT o/name/value FROM COMPOSITION c[${COMPOSITION}] CONTAINS OBSERVATION o`,
  'a column is read from it': 'SELECT c/name/value FROM COMPOSITION c CONTAINS OBSERVATION o',
  'EXISTS asks for it': 'SELECT o/name/value FROM COMPOSITION c CONTAINS OBSERVATION o WHERE EXISTS c/name',
  'it must not contain the entry': 'SELECT 1 FROM COMPOSITION c NOT CONTAINS OBSERVATION o',
  'what it contains may be outside of compositions':
    'SELECT s/name/value FROM COMPOSITION c CONTAINS COMPOSITION s',
}))
  test(`it stays where ${why}`, () => assert.match(fromOf(aql), /^from COMPOSITION c/))
