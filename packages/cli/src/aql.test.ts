import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAql, table } from './aql.ts'

test('a query is asked with its parameters, JSON where they can be', () => {
  const { path, body } = readAql([
    'SELECT 1 FROM EHR e',
    '--param',
    'a=1',
    '--param',
    '$b=text',
    '--param',
    'c=["x","y"]',
    '--param',
    'd="5"',
    '--ehr',
    'id',
    '--fetch',
    '5',
  ])
  assert.equal(path, '/openehr/v1/query/aql')
  assert.deepEqual(body, {
    q: 'SELECT 1 FROM EHR e',
    fetch: 5,
    ehr_id: 'id',
    query_parameters: { a: 1, b: 'text', c: ['x', 'y'], d: '5' },
  })
})

test('a stored query is asked with all that it must be told', () => {
  const { path, body } = readAql(['--name', 'org.example::bp/1.2', '--offset', '10'])
  assert.equal(path, '/openehr/v1/query/org.example::bp/1.2')
  assert.deepEqual(body, { fetch: 1000, offset: 10, query_parameters: {} })
  assert.equal(readAql(['--name', 'bp', '--explain']).path, '/openehr/v1/query/bp?explain=true')
})

test('what cannot be asked is said', () => {
  for (const [args, says] of [
    [[], /one query/],
    [['a', 'b'], /one query/],
    [['a', '--name', 'b'], /one query/],
    [['a', '--param', 'x'], /name=value/],
    [['a', '--fetch', 'x'], /whole number/],
    [['a', '--what'], /--what/],
  ] as const)
    assert.throws(() => readAql(args), says)
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
