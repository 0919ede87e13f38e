import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problem.ts'
import { bindParameters, type ParameterValues, parameterNames } from './bind.ts'
import { parseAql } from './parse.ts'
import { printAql } from './print.ts'

const bound = (query: string, values: ParameterValues): string =>
  printAql(bindParameters(parseAql(query), values))

function messageOf(query: string, values: object): string {
  try {
    bound(query, values as ParameterValues)
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, 'aql.invalid')
    return error.message
  }
  return 'no problem'
}

test('a value stands where the parameter stood, as a literal of its type', () => {
  assert.equal(
    bound(
      'SELECT c FROM EHR e[ehr_id/value=$e] CONTAINS COMPOSITION c[$a, $n] WHERE c/x = $n AND c/y > $i AND c/z = $b AND c/w = $no',
      {
        e: 'id',
        a: 'openEHR-EHR-COMPOSITION.report.v1',
        n: "it's",
        i: 1.5,
        b: true,
        no: null,
      },
    ),
    "SELECT c FROM EHR e[ehr_id/value='id'] CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1, 'it\\'s'] WHERE c/x = 'it\\'s' AND c/y > 1.5 AND c/z = true AND c/w = NULL",
  )
})

test('a list fills a matches list, beside other items', () => {
  assert.equal(
    bound("SELECT c FROM EHR c WHERE c/x matches {'a', $l, 5}", { l: ['b', 'c'] }),
    "SELECT c FROM EHR c WHERE c/x matches {'a', 'b', 'c', 5}",
  )
})

test('a pattern keeps its wildcards and its escapes', () => {
  assert.equal(
    bound('SELECT c FROM EHR c WHERE c/x LIKE $p', { p: '100\\*?' }),
    "SELECT c FROM EHR c WHERE c/x LIKE '100\\\\*?'",
  )
})

test('a value can never become syntax', () => {
  const hostile = "' OR c/x != '"
  assert.equal(
    bound('SELECT c FROM EHR c WHERE c/x = $p', { p: hostile }),
    "SELECT c FROM EHR c WHERE c/x = '\\' OR c/x != \\''",
  )
  assert.match(
    messageOf('SELECT c FROM EHR c[$p]', { p: 'at0001] CONTAINS X x[at1' }),
    /must be an archetype id or a node code/,
  )
})

test('what is missing or does not fit is named, with its place', () => {
  assert.equal(
    messageOf('SELECT c FROM EHR c WHERE c/x = $a AND c/y LIKE $b', { b: 5 }),
    'no value was given for the parameter $a at line 1, column 33; the parameter $b must be a string, not 5 at line 1, column 49',
  )
  assert.match(
    messageOf('SELECT c FROM EHR c WHERE c/x = $a', { a: ['x'] }),
    /\$a must be a single value, not \["x"\]/,
  )
  assert.match(
    messageOf('SELECT c FROM EHR c WHERE c/x matches {$a}', { a: [] }),
    /\$a must be a list with at least one value/,
  )
  assert.match(
    messageOf('SELECT c FROM EHR c WHERE c/x = $a', { a: { b: 1 } }),
    /\$a must be text, a number, a boolean or null/,
  )
  assert.match(
    messageOf('SELECT c FROM EHR c WHERE c/x = $a', { a: Number.NaN }),
    /\$a must be text, a number/,
  )
  assert.match(messageOf('SELECT c FROM EHR c WHERE c/x = $a', { a: 'x\0' }), /\$a must be text, a number/)
  assert.match(messageOf('SELECT c FROM EHR c WHERE c/x = $toString', {}), /no value was given/)
})

test('parameters are listed in the order of the text, each once', () => {
  const query = parseAql('SELECT LENGTH($z) FROM EHR e[ehr_id/value=$e] WHERE e/x = $z OR e/y matches {$l}')
  assert.deepEqual(parameterNames(query), ['z', 'e', 'l'])
})
