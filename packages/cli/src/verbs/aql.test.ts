import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from '../command/print.ts'
import { askedOf } from './aql.ts'
import { csvLine, questionOf } from './result-set.ts'

const NOTHING = { name: undefined, param: [], ehr: undefined, fetch: undefined, offset: undefined }

test('a query is asked with its parameters, JSON where they can be', () => {
  const param = ['a=1', '$b=text', 'c=["x","y"]', 'd="5"']
  const asked = askedOf('SELECT 1 FROM EHR e', { ...NOTHING, param, ehr: 'id', fetch: '5' }, 'aql')
  assert.deepEqual(questionOf(asked), {
    path: 'aql',
    body: {
      q: 'SELECT 1 FROM EHR e',
      fetch: 5,
      ehr_id: 'id',
      query_parameters: { a: 1, b: 'text', c: ['x', 'y'], d: '5' },
    },
  })
})

test('a stored query is asked with all that it must be told', () => {
  const asked = askedOf(undefined, { ...NOTHING, name: 'org.example::bp/1.2', offset: '10' }, 'aql')
  assert.deepEqual(questionOf(asked), {
    path: 'org.example::bp/1.2',
    body: { fetch: 1000, offset: 10, query_parameters: {} },
  })
})

test('what cannot be asked is said', () => {
  for (const [query, options, says] of [
    [undefined, {}, /one query/],
    ['a', { name: 'b' }, /one query/],
    ['a', { param: ['x'] }, /name=value/],
    ['a', { fetch: 'x' }, /whole number/],
    ['a', { fetch: '-1' }, /whole number/],
  ] as const)
    assert.throws(() => askedOf(query, { ...NOTHING, ...options }, 'aql'), says)
})

test('rows are a table that a terminal can show', () => {
  const columns = [{ name: 'name' }, { name: '#1' }]
  assert.equal(
    table({
      columns,
      rows: [
        ['Visit\u001b[2J 1', 120.5],
        [null, { _type: 'DV_TEXT' }],
        ['x'.repeat(100), true],
      ],
    }),
    [
      `${'name'.padEnd(60)}  #1`,
      `${'-'.repeat(60)}  -------------------`,
      `${'Visit [2J 1'.padEnd(60)}  120.5`,
      `${' '.repeat(60)}  {"_type":"DV_TEXT"}`,
      `${'x'.repeat(59)}…  true`,
      '',
      '3 rows',
    ].join('\n'),
  )
  assert.equal(table({ columns, rows: [] }), 'name  #1\n----  --\n\n0 rows')
})

test('CSV quotes what it must, and no cell becomes a formula', () => {
  assert.equal(
    csvLine(['a,b', 'say "no"', null, 1.5, -2, '-3', '=1+1', '@x', { a: 1 }]),
    `"a,b","say ""no""",,1.5,-2,-3,'=1+1,'@x,"{""a"":1}"\r\n`,
  )
})
