import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_QUERIES } from '../../../test/aql/queries.ts'
import { Problem } from '../../problem.ts'
import { parseAql } from './parse.ts'
import { printAql } from './print.ts'
import type { Query } from './tree.ts'

/** The tree without positions, which printing changes. */
const shape = (query: Query): unknown =>
  JSON.parse(JSON.stringify(query, (key, value) => (key === 'at' ? undefined : value)))

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, 'aql.malformed')
    return error.message
  }
  return 'no problem'
}

const where = (condition: string): string =>
  JSON.stringify(shape(parseAql(`SELECT c FROM EHR e WHERE ${condition}`)))
const printed = (text: string): string => printAql(parseAql(text))

test('every legal query of the reference parses, and prints to a text that parses to the same tree', () => {
  for (const [number, text] of TEST_QUERIES.filter(([n]) => n < 158)) {
    const tree = parseAql(text)
    const again = printAql(tree)
    assert.deepEqual(shape(parseAql(again)), shape(tree), `query ${number}`)
    assert.equal(printAql(parseAql(again)), again, `query ${number}`)
  }
})

test('the tree is frozen all the way down', () => {
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    assert.ok(Object.isFrozen(node), JSON.stringify(node))
    for (const child of Object.values(node)) visit(child)
  }
  for (const [, text] of TEST_QUERIES.filter(([n]) => n < 158)) visit(parseAql(text))
})

test('every node says where it stands', () => {
  const query = parseAql('SELECT c\n  FROM COMPOSITION c\n WHERE EXISTS c/uid')
  assert.deepEqual(query.columns[0]?.at, { line: 1, column: 8 })
  assert.deepEqual(query.from.at, { line: 2, column: 8 })
  assert.deepEqual(query.where?.at, { line: 3, column: 8 })
})

test('a malformed query says what was expected, what is there, and where', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'expected SELECT but found the end of the query at line 1, column 1'],
    ['SELECT a FORM EHR e', "expected ',' or FROM but found 'FORM' at line 1, column 10"],
    ['SELECT FROM EHR e', "expected a path, a value or a function but found 'FROM' at line 1, column 8"],
    ['SELECT * FROM EHR e', "expected a path, a value or a function but found '*' at line 1, column 8"],
    ['SELECT $x FROM EHR e', "expected a path, a value or a function but found '$x' at line 1, column 8"],
    ['SELECT e/ehr_id/value', "expected ',' or FROM but found the end of the query at line 1, column 22"],
    ['SELECT e/ FROM EHR e', "expected ',' or FROM but found 'EHR' at line 1, column 16"],
    ['SELECT e AS FROM EHR e', "expected a column name but found 'FROM' at line 1, column 13"],
    ['SELECT e\nFROM', "expected a class, VERSION or '(' but found the end of the query at line 2, column 5"],
    ['SELECT e FROM EHR e NOT e', "expected CONTAINS but found 'e' at line 1, column 25"],
    ['SELECT e FROM (EHR e', "expected AND, OR or ')' but found the end of the query at line 1, column 21"],
    [
      'SELECT e FROM EHR e[',
      'expected an archetype id, a node code, a parameter or a path but found the end of the query at line 1, column 21',
    ],
    [
      'SELECT e FROM EHR e[ehr_id]',
      "expected a comparison operator or MATCHES but found ']' at line 1, column 27",
    ],
    [
      'SELECT e FROM EHR e[ehr_id/value=]',
      "expected a value, a parameter or a path but found ']' at line 1, column 34",
    ],
    [
      'SELECT c FROM COMPOSITION c[at0001, 5]',
      "expected a name, a code or a parameter but found '5' at line 1, column 37",
    ],
    [
      'SELECT v FROM VERSION v[at0001]',
      "expected a comparison operator or MATCHES but found ']' at line 1, column 31",
    ],
    [
      'SELECT e FROM EHR e WHERE',
      "expected a path, a function, NOT, EXISTS or '(' but found the end of the query at line 1, column 26",
    ],
    [
      'SELECT e FROM EHR e WHERE 5 = e/x',
      "expected a path, a function, NOT, EXISTS or '(' but found '5' at line 1, column 27",
    ],
    [
      'SELECT e FROM EHR e WHERE e/x',
      'expected a comparison operator, LIKE or MATCHES but found the end of the query at line 1, column 30',
    ],
    [
      'SELECT e FROM EHR e WHERE e/x =',
      'expected a value, a parameter, a path or a function but found the end of the query at line 1, column 32',
    ],
    [
      'SELECT e FROM EHR e WHERE e/x LIKE 5',
      "expected a string or a parameter but found '5' at line 1, column 36",
    ],
    [
      "SELECT e FROM EHR e WHERE e/x matches 'a'",
      "expected '{' or TERMINOLOGY but found ''a'' at line 1, column 39",
    ],
    [
      'SELECT e FROM EHR e WHERE e/x matches {}',
      "expected a value, a parameter, a URI or TERMINOLOGY but found '}' at line 1, column 40",
    ],
    [
      'SELECT c FROM COMPOSITION c WHERE c/uid/value NOT IN (SELECT d/uid/value FROM COMPOSITION d)',
      "expected a comparison operator, LIKE or MATCHES but found 'NOT' at line 1, column 47",
    ],
    ['SELECT e FROM EHR e WHERE EXISTS 5', "expected a path but found '5' at line 1, column 34"],
    [
      'SELECT e FROM EHR e ORDER BY',
      'expected a path or a function but found the end of the query at line 1, column 29',
    ],
    ['SELECT e FROM EHR e ORDER e', "expected BY but found 'e' at line 1, column 27"],
    ['SELECT e FROM EHR e LIMIT $n', "expected a whole number but found '$n' at line 1, column 27"],
    [
      'SELECT e FROM EHR e LIMIT 5 ORDER BY e',
      "expected the end of the query but found 'ORDER' at line 1, column 29: ORDER BY stands behind FROM and WHERE, and before LIMIT.",
    ],
    ['SELECT e FROM EHR e OFFSET 5', 'expected LIMIT but found the end of the query at line 1, column 29'],
    [
      'SELECT e FROM EHR e OFFSET 5 LIMIT 2 OFFSET 3',
      "expected the end of the query but found 'OFFSET' at line 1, column 38",
    ],
    [
      'SELECT e/x, COUNT(*) FROM EHR e GROUP BY e/x',
      "expected CONTAINS, AND, OR, WHERE, ORDER BY, LIMIT or the end of the query but found 'GROUP' at line 1, column 33: AQL has no GROUP BY. Leave it out: rows are grouped by the columns that stand beside an aggregate.",
    ],
    [
      'SELECT e FROM EHR e WHERE e/x BETWEEN 1 AND 2',
      "expected a comparison operator, LIKE or MATCHES but found 'BETWEEN' at line 1, column 31: AQL has no BETWEEN. Write two comparisons: path >= a AND path <= b.",
    ],
    [
      'SELECT e FROM EHR e; DROP TABLE ehr',
      "expected CONTAINS, AND, OR, WHERE, ORDER BY, LIMIT or the end of the query but found ';' at line 1, column 20",
    ],
    [
      "SELECT e FROM EHR e WHERE e/x = 'open",
      'expected the closing quote of the string that opens at line 1, column 33',
    ],
    ["SELECT e FROM EHR e WHERE e/x = 'a\\q'", '\\q is not an escape in a string at line 1, column 33'],
    [
      "SELECT e FROM EHR e WHERE e/x = '\\u0000'",
      'a string cannot hold U+0000 or half a surrogate pair at line 1, column 33',
    ],
    [
      'SELECT 9007199254740993 FROM EHR e',
      'the number 9007199254740993 is too large to be held exactly at line 1, column 8',
    ],
    ['SELECT 1e400 FROM EHR e', 'the number 1e400 is too large to be held exactly at line 1, column 8'],
    ['SELECT 12ab FROM EHR e', "'12ab' is not a number at line 1, column 8"],
    ['SELECT SUM(DISTINCT e/x) FROM EHR e', "expected a path but found 'DISTINCT' at line 1, column 12"],
    ['SELECT COUNT() FROM EHR e', "expected '*', DISTINCT or a path but found ')' at line 1, column 14"],
    ['SELECT LENGTH(e/x FROM EHR e', "expected ',' or ')' but found 'FROM' at line 1, column 19"],
    ['SELECT € FROM EHR e', "expected a path, a value or a function but found '€' at line 1, column 8"],
    ['ſELECT e FROM EHR e', "expected SELECT but found 'ſELECT' at line 1, column 1"],
  ]
  for (const [text, message] of cases)
    assert.equal(
      messageOf(() => parseAql(text)),
      message,
      text,
    )
})

test('a problem carries line, column, expected and found as data', () => {
  assert.throws(
    () => parseAql('SELECT a\nFORM EHR e'),
    (error: Problem) => {
      const [finding] = error.findings
      assert.equal(finding?.line, 2)
      assert.equal(finding?.column, 1)
      assert.equal(finding?.expected, "',' or FROM")
      assert.equal(finding?.found, "'FORM'")
      return true
    },
  )
})

test('AND binds tighter than OR, NOT tighter than AND', () => {
  assert.equal(where('NOT e/a = 1 AND e/b = 2 OR e/c = 3'), where('((NOT e/a = 1) AND e/b = 2) OR e/c = 3'))
  assert.notEqual(where('e/a = 1 AND (e/b = 2 OR e/c = 3)'), where('e/a = 1 AND e/b = 2 OR e/c = 3'))
})

test('CONTAINS takes all that follows, AND before OR', () => {
  assert.equal(
    printed('SELECT o FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o AND EVALUATION v OR ACTION a'),
    'SELECT o FROM EHR e CONTAINS COMPOSITION c CONTAINS (OBSERVATION o AND EVALUATION v OR ACTION a)',
  )
  assert.equal(
    printed('SELECT o FROM EHR e CONTAINS ((COMPOSITION c CONTAINS OBSERVATION o) AND COMPOSITION d)'),
    'SELECT o FROM EHR e CONTAINS ((COMPOSITION c CONTAINS OBSERVATION o) AND COMPOSITION d)',
  )
})

test('strings take both quotes and every escape; a LIKE pattern keeps the backslash of its wildcards', () => {
  const value = (text: string): unknown => {
    const { where } = parseAql(`SELECT e FROM EHR e WHERE e/x ${text}`)
    return where?.kind === 'like' ? where.pattern : where?.kind === 'comparison' ? where.right : undefined
  }
  const string = (text: string) => (value(text) as { value: string }).value
  assert.equal(string(`= "it's"`), "it's")
  assert.equal(string(String.raw`= 'a\'b\"c\?d\\e'`), 'a\'b"c?d\\e')
  assert.equal(string(String.raw`= '\a\b\f\n\r\t\v'`), '\x07\b\f\n\r\t\v')
  assert.equal(string(String.raw`= '\u00e9\101\7'`), 'éA\x07')
  assert.equal(string(String.raw`= '\ud83d\ude00'`), '😀')
  assert.equal(string(String.raw`LIKE '\*a\?'`), '\\*a\\?')
  assert.equal(string(String.raw`LIKE '\\*a\\?'`), '\\*a\\?')
})

test('words that are keywords elsewhere name attributes, and functions name variables', () => {
  assert.equal(
    printed('SELECT count/limit/order AS length FROM EHR count'),
    'SELECT count/limit/order AS length FROM EHR count',
  )
  assert.equal(printed('SELECT contains(e/x, "y") FROM EHR e'), "SELECT CONTAINS(e/x, 'y') FROM EHR e")
})

test('keywords, classes and functions are case-insensitive; comments and a byte order mark are skipped', () => {
  assert.equal(
    printed(
      '\uFEFFselect -- all\n e from ehr e --\nwhere Not exists e/x order by e/y descending limit 5 offset 2 --',
    ),
    'SELECT e FROM EHR e WHERE NOT EXISTS e/x ORDER BY e/y DESC LIMIT 5 OFFSET 2',
  )
})

test('a comment needs no white space behind its hyphens, which a string and a URI may have', () => {
  assert.equal(
    printed("SELECT e--all\nFROM EHR e --WHERE e/x = 1\nWHERE e/y = '--z' AND e/z matches {http://x/a--b}"),
    "SELECT e FROM EHR e WHERE e/y = '--z' AND e/z matches {http://x/a--b}",
  )
})

test('OFFSET may stand before LIMIT', () =>
  assert.equal(printed('SELECT e FROM EHR e OFFSET 20 LIMIT 10'), 'SELECT e FROM EHR e LIMIT 10 OFFSET 20'))

test('names of columns and variables have letters of any script', () =>
  assert.equal(
    printed('SELECT è/x AS Größe, è/y AS 身長, è/z AS उम्र FROM EHR è ORDER BY Größe'),
    'SELECT è/x AS Größe, è/y AS 身長, è/z AS उम्र FROM EHR è ORDER BY Größe',
  ))

test('a real stays a real when printed', () => {
  assert.equal(
    printed('SELECT 1, 1.0, 1e3, .5, -2.5E-9, 1e300, -0 FROM EHR e'),
    'SELECT 1, 1.0, 1000.0, 0.5, -2.5e-9, 1e+300, 0 FROM EHR e',
  )
})

test('a text too long or nested too deep is refused before it costs anything', () => {
  const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000)
  assert.match(
    messageOf(() => parseAql('x'.repeat(65_537))),
    /65537 characters, more than the 65536 allowed/,
  )
  for (const text of [
    `SELECT e FROM ${deep('(', ')')}`,
    `SELECT e FROM EHR e WHERE ${deep('(', ')')}`,
    `SELECT e FROM EHR e WHERE ${'NOT '.repeat(10_000)}`,
    `SELECT e FROM ${'A CONTAINS '.repeat(5_000)}`,
    `SELECT ${'ABS('.repeat(10_000)} FROM EHR e`,
    `SELECT e${'[a'.repeat(10_000)} FROM EHR e`,
  ]) {
    assert.match(
      messageOf(() => parseAql(text)),
      /nested more than 100 levels|expected/,
    )
  }
  assert.doesNotThrow(() =>
    parseAql(`SELECT e FROM EHR e WHERE ${Array(4_000).fill('e/x = 1').join(' OR ')}`),
  )
})
