import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEGAL } from '../../../test/aql/queries.ts'
import { parseAql } from '../syntax/parse.ts'
import { checkAql } from './check.ts'

const messages = (query: string): readonly string[] =>
  checkAql(parseAql(query)).map(finding => finding.message)

test('every legal query of the reference passes the checks', () => {
  for (const [number, query] of LEGAL) {
    assert.deepEqual(messages(query), [], `query ${number}`)
  }
})

const ILLEGAL: readonly (readonly [query: string, code: string, message: string])[] = [
  [
    'SELECT x/uid/value FROM EHR e',
    'aql.variable.unknown',
    'the variable x is not in FROM, which has e at line 1, column 8',
  ],
  [
    'SELECT e FROM EHR',
    'aql.variable.unknown',
    'the variable e is not in FROM, which has none at line 1, column 8',
  ],
  [
    "SELECT e/ehr_id/value AS id FROM EHR e WHERE id = 'x'",
    'aql.variable.unknown',
    'id is the name of a column; WHERE needs what the column shows, e/ehr_id/value, at line 1, column 46',
  ],
  [
    'SELECT e/ehr_id/value AS id FROM EHR e WHERE NOT EXISTS id',
    'aql.variable.unknown',
    'id is the name of a column; WHERE needs what the column shows, e/ehr_id/value, at line 1, column 57',
  ],
  [
    'SELECT e FROM EHR e CONTAINS COMPOSITION e',
    'aql.variable.duplicate',
    'the variable e is declared twice at line 1, column 30',
  ],
  ['SELECT c FROM COMPOSITION c LIMIT 0', 'aql.limit', 'LIMIT must be at least 1 at line 1, column 29'],
  ['SELECT TOP 0 c FROM COMPOSITION c', 'aql.top', 'TOP must be at least 1 at line 1, column 8'],
  [
    'SELECT TOP 3 c FROM COMPOSITION c LIMIT 3',
    'aql.top',
    'TOP and LIMIT exclude each other at line 1, column 8',
  ],
  [
    'SELECT c/no_such FROM COMPOSITION c',
    'aql.attribute.unknown',
    'COMPOSITION has no attribute no_such at line 1, column 10',
  ],
  [
    'SELECT c/name/value/x FROM COMPOSITION c',
    'aql.attribute.unknown',
    'String has no attribute x at line 1, column 21',
  ],
  [
    'SELECT ev/offset FROM EVENT ev',
    'aql.attribute.unknown',
    'EVENT has no attribute offset at line 1, column 11',
  ],
  [
    'SELECT c/content[openEHR-EHR-OBSERVATION.x.v1]/items FROM COMPOSITION c',
    'aql.attribute.unknown',
    'OBSERVATION has no attribute items at line 1, column 48',
  ],
  [
    'SELECT c FROM COMPOSITION c[nme/value=5]',
    'aql.attribute.unknown',
    'COMPOSITION has no attribute nme at line 1, column 29 (did you mean name?)',
  ],
  [
    'SELECT v FROM VERSION v[x=5]',
    'aql.attribute.unknown',
    'ORIGINAL_VERSION has no attribute x at line 1, column 25',
  ],
  [
    'SELECT c/contxt/start_time FROM COMPOSITION c',
    'aql.attribute.unknown',
    'COMPOSITION has no attribute contxt at line 1, column 10 (did you mean context?)',
  ],
  [
    'SELECT o FROM OBSERVATON o',
    'aql.class.unknown',
    'OBSERVATON is not a class of the reference model at line 1, column 15 (did you mean OBSERVATION?)',
  ],
  [
    'SELECT c FROM NOSUCHCLASS c',
    'aql.class.unknown',
    'NOSUCHCLASS is not a class of the reference model at line 1, column 15',
  ],
  [
    'SELECT c FROM COMPOSITION c CONTAINS EHR e',
    'aql.class.place',
    'nothing contains an EHR at line 1, column 38',
  ],
  [
    'SELECT v FROM COMPOSITION c CONTAINS VERSION v',
    'aql.class.place',
    'a VERSION is not contained in COMPOSITION, but in an EHR or a FOLDER (probably meant: FROM EHR CONTAINS (COMPOSITION c AND VERSION v)) at line 1, column 38',
  ],
  [
    'SELECT a FROM COMPOSITION a CONTAINS COMPOSITION b CONTAINS OBSERVATION o',
    'aql.class.place',
    'a COMPOSITION never contains a COMPOSITION (probably meant: FROM EHR CONTAINS (COMPOSITION a AND (COMPOSITION b CONTAINS OBSERVATION o))) at line 1, column 38',
  ],
  [
    'SELECT a FROM EHR e CONTAINS COMPOSITION a CONTAINS OBSERVATION x AND COMPOSITION b CONTAINS OBSERVATION y',
    'aql.class.place',
    'a COMPOSITION never contains a COMPOSITION (probably meant: FROM EHR e CONTAINS ((COMPOSITION a CONTAINS OBSERVATION x) AND (COMPOSITION b CONTAINS OBSERVATION y))) at line 1, column 71',
  ],
  [
    'SELECT a FROM EHR e CONTAINS COMPOSITION a CONTAINS SECTION s CONTAINS OBSERVATION x OR EHR_STATUS t',
    'aql.class.place',
    'a SECTION never contains an EHR_STATUS (probably meant: FROM EHR e CONTAINS ((COMPOSITION a CONTAINS SECTION s CONTAINS OBSERVATION x) OR EHR_STATUS t)) at line 1, column 89',
  ],
  [
    'SELECT a FROM COMPOSITION a NOT CONTAINS COMPOSITION b',
    'aql.class.place',
    'a COMPOSITION never contains a COMPOSITION at line 1, column 42',
  ],
  [
    'SELECT p FROM EHR e CONTAINS PERSON p',
    'aql.class.place',
    'an EHR never contains a PERSON: parties are in no EHR at line 1, column 30',
  ],
  [
    'SELECT c FROM EHR e CONTAINS VERSIONED_COMPOSITION v CONTAINS COMPOSITION c',
    'aql.class.place',
    'an EHR never contains a VERSIONED_COMPOSITION at line 1, column 30',
  ],
  ['SELECT e FROM EHR e[at0001]', 'aql.predicate', 'EHR has no archetype node id at line 1, column 21'],
  [
    'SELECT o FROM COMPOSITION c NOT CONTAINS OBSERVATION o',
    'aql.variable.negated',
    'the variable o stands under NOT CONTAINS and has no value at line 1, column 8',
  ],
  [
    'SELECT c FROM COMPOSITION c WHERE COUNT(c/name) > 3',
    'aql.aggregate.place',
    'WHERE cannot have an aggregate at line 1, column 35',
  ],
  [
    'SELECT ABS(MAX(c/name)) FROM COMPOSITION c',
    'aql.aggregate.place',
    'a function cannot have an aggregate as argument at line 1, column 12',
  ],
  [
    'SELECT SUM(c/name/value) FROM COMPOSITION c',
    'aql.type',
    'SUM needs numbers, and c/name/value is not one at line 1, column 8',
  ],
  [
    'SELECT AVG(el/value) FROM COMPOSITION c CONTAINS ELEMENT el',
    'aql.type',
    'AVG needs numbers, and el/value is not one at line 1, column 8',
  ],
  [
    'SELECT c FROM COMPOSITION c WHERE c/name/value > 5',
    'aql.type',
    'c/name/value is a string and never compares with 5 at line 1, column 50',
  ],
  [
    "SELECT e FROM EHR e CONTAINS EHR_STATUS s WHERE s/is_modifiable matches {true, 'x'}",
    'aql.type',
    "s/is_modifiable is a boolean and never compares with 'x' at line 1, column 80",
  ],
  [
    "SELECT e FROM EHR e CONTAINS EHR_STATUS s WHERE s/is_modifiable LIKE 't*'",
    'aql.type',
    "s/is_modifiable is a boolean and never compares with 't*' at line 1, column 70",
  ],
  [
    'SELECT c FROM COMPOSITION c WHERE c/context/start_time > 5',
    'aql.type',
    'c/context/start_time is a string and never compares with 5 at line 1, column 58',
  ],
  [
    'SELECT FOO(c) FROM COMPOSITION c',
    'aql.function.unknown',
    'there is no function FOO at line 1, column 8',
  ],
  [
    'SELECT LENGTH() FROM COMPOSITION c',
    'aql.function.arguments',
    'LENGTH takes 1 arguments, not 0 at line 1, column 8',
  ],
  [
    "SELECT SUBSTRING('a') FROM COMPOSITION c",
    'aql.function.arguments',
    'SUBSTRING takes 2 to 3 arguments, not 1 at line 1, column 8',
  ],
  [
    "SELECT ABS('a') FROM COMPOSITION c",
    'aql.type',
    "ABS takes a number here, which 'a' is not at line 1, column 12",
  ],
  [
    'SELECT LENGTH(c/name) FROM COMPOSITION c',
    'aql.type',
    'LENGTH takes a string here, which c/name is not at line 1, column 15',
  ],
  [
    'SELECT COUNT(*) FROM COMPOSITION c ORDER BY c/name/value',
    'aql.order',
    'beside aggregates ORDER BY needs a column or an aggregate, which c/name/value is not at line 1, column 45',
  ],
  [
    'SELECT c FROM COMPOSITION c[name/value matches {/(/}]',
    'aql.regex',
    'name/value is matched with /(/, which is no regular expression, or too costly a one at line 1, column 29',
  ],
]

test('what makes a query meaningless is found, with its place', () => {
  for (const [query, code, message] of ILLEGAL) {
    const [finding, ...more] = checkAql(parseAql(query))
    assert.equal(finding?.message, message, query)
    assert.equal(finding?.code, code, query)
    assert.deepEqual(more, [], query)
  }
})

test('of three compositions side by side each is told, and the brackets once', () => {
  const [first, second, ...more] = messages(
    'SELECT a FROM EHR e CONTAINS COMPOSITION a CONTAINS SECTION s AND COMPOSITION b CONTAINS OBSERVATION o AND COMPOSITION c',
  )
  assert.match(
    first ?? '',
    /FROM EHR e CONTAINS \(\(COMPOSITION a CONTAINS SECTION s\) AND \(COMPOSITION b CONTAINS OBSERVATION o\) AND COMPOSITION c\)/,
  )
  assert.equal(second, 'a COMPOSITION never contains a COMPOSITION at line 1, column 108')
  assert.deepEqual(more, [])
})

test('what the reference model can contain is not refused, be it by reference or in a subclass', () => {
  for (const from of [
    'EHR e CONTAINS VERSION v CONTAINS FOLDER f CONTAINS VERSION w CONTAINS COMPOSITION c CONTAINS SECTION s CONTAINS SECTION t',
    'LOCATABLE l CONTAINS COMPOSITION c',
    'FOLDER f CONTAINS FOLDER g CONTAINS EHR_STATUS s CONTAINS ELEMENT l',
    'COMPOSITION c CONTAINS EVENT_CONTEXT x CONTAINS CLUSTER k CONTAINS CLUSTER l CONTAINS DV_QUANTITY q',
    'CONTENT_ITEM i CONTAINS EVENT v CONTAINS ITEM_STRUCTURE t CONTAINS ITEM j',
    'EHR e CONTAINS EHR_ACCESS a',
    // The original content of a feeder audit is an ITEM_STRUCTURE.
    'ELEMENT l CONTAINS FEEDER_AUDIT f CONTAINS ELEMENT m',
  ])
    assert.deepEqual(messages(`SELECT 1 FROM ${from}`), [], from)
})

test('all faults are found at once', () => {
  assert.equal(messages('SELECT x, c/nme, FOO() FROM COMPOSITION c').length, 3)
})

test('a fault is told once, however often the query comes back to it', () => {
  assert.equal(messages('SELECT c/nme AS n FROM COMPOSITION c ORDER BY n').length, 1)
})

test('what only the data can decide is not refused', () => {
  for (const condition of [
    "el/value = 'x'",
    'el/value/value = 5',
    "el/value/magnitude = 'x'",
    'el/value = true',
    'el/name = NULL',
  ]) {
    assert.deepEqual(
      messages(`SELECT el FROM COMPOSITION c CONTAINS ELEMENT el WHERE ${condition}`),
      [],
      condition,
    )
  }
})
