import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { resolve } from '../resolve.ts'
import { valueOrder } from './value-order.ts'

const PULSE = 'openEHR-EHR-OBSERVATION.pulse.v1'
const entries = smallDictionary({
  'COMPOSITION openEHR-EHR-COMPOSITION.encounter.v1': ['name|DV_TEXT/value'],
  [`OBSERVATION ${PULSE}`]: ['name|DV_TEXT/value', 'protocol|ITEM_TREE/name|DV_TEXT/value'],
  'OBSERVATION openEHR-EHR-OBSERVATION.other.v1': ['name|DV_TEXT/value'],
})

function orderIn(aql: string) {
  const found = valueOrder(resolve(bindParameters(parseAql(aql), {}), entries))
  return found && { path: found.path, end: found.end, isNeeded: found.isNeeded }
}

const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PULSE}]`
const path = '/name/value'

for (const [aql, expected] of Object.entries({
  [`SELECT e/ehr_id/value ${FROM} ORDER BY o/name/value`]: { path, end: 'least', isNeeded: false },
  [`SELECT o/name/value AS n ${FROM} ORDER BY n DESC LIMIT 3`]: { path, end: 'greatest', isNeeded: false },
  [`SELECT 1 ${FROM} WHERE o/name/value > 'a' ORDER BY o/name/value DESC`]: {
    path,
    end: 'greatest',
    isNeeded: true,
  },
  [`SELECT 1 ${FROM} WHERE o/name/value < 'a' AND o/name/value <= 'b' ORDER BY o/name/value`]: {
    path,
    end: 'least',
    isNeeded: true,
  },
}))
  test(`${aql} can be in the order of an index`, () => assert.deepEqual(orderIn(aql), expected))

for (const [why, aql] of Object.entries({
  'another key decides between equal values': `SELECT 1 ${FROM} ORDER BY o/name/value, o/protocol/name/value`,
  'the greatest value may not pass the bound': `SELECT 1 ${FROM} WHERE o/name/value < 'a' ORDER BY o/name/value DESC`,
  'another value decides which rows there are': `SELECT 1 ${FROM} WHERE o/protocol/name/value > 'a' ORDER BY o/name/value DESC`,
  'the condition may be true without the bound': `SELECT 1 ${FROM} WHERE o/name/value > 'a' OR o/name/value > 'b' ORDER BY o/name/value DESC`,
  'something is asked of the composition': `SELECT c/name/value ${FROM} ORDER BY o/name/value`,
  'the archetype is not named': 'SELECT 1 FROM OBSERVATION o ORDER BY o/name/value',
  'the root is picked by a name': `SELECT 1 FROM OBSERVATION o[${PULSE} and name/value='x'] ORDER BY o/name/value`,
  'the node is picked by a name': `SELECT 1 FROM OBSERVATION o[${PULSE}] ORDER BY o/protocol[name/value='x']/name/value`,
  'equal rows are one': `SELECT DISTINCT o/name/value FROM OBSERVATION o[${PULSE}] ORDER BY o/name/value`,
  'no value has the path': `SELECT 1 FROM OBSERVATION o[${PULSE}] ORDER BY o/protocol/uid/value`,
}))
  test(`no index serves the order where ${why}`, () => assert.equal(orderIn(aql), undefined))
