import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openLog } from './log.ts'

test('the line of a request is one line of JSON with its facts, whatever they hold', () => {
  const request = fc.record({
    requestId: fc.string({ unit: 'binary' }),
    method: fc.constantFrom('GET', 'POST'),
    route: fc.string({ unit: 'grapheme' }),
    status: fc.integer({ min: 100, max: 599 }),
    milliseconds: fc.integer({ min: 0, max: 1e9 }).map(microseconds => microseconds / 1000),
    clientId: fc.string({ unit: 'binary' }),
  })
  fc.assert(
    fc.property(request, given => {
      const lines: string[] = []
      openLog('info', { write: line => lines.push(line) }).served(given)
      const [line = ''] = lines
      const { level, time, msg, ...facts } = JSON.parse(line)
      assert.deepEqual([lines.length, line.indexOf('\n')], [1, line.length - 1])
      assert.deepEqual([level, msg], [30, 'served'])
      assert.equal(new Date(time).toISOString(), time)
      assert.deepEqual(facts, { ...given })
    }),
    { verbose: true },
  )
})

test('the line of a query is the one that pino would write', () => {
  const query = fc.record({
    requestId: fc.string({ unit: 'binary' }),
    clientId: fc.string({ unit: 'binary' }),
    query: fc.string({ unit: 'grapheme' }),
    executor: fc.constantFrom('sql', 'documents', undefined),
    outcome: fc.constantFrom('ok', 'left'),
    rows: fc.option(fc.nat(), { nil: undefined }),
    milliseconds: fc.integer({ min: 0, max: 1e9 }).map(microseconds => microseconds / 1000),
  })
  const withoutTime = (line: string) => line.replace(/"time":"[^"]*"/, '')
  fc.assert(
    fc.property(query, given => {
      const lines: string[] = []
      const log = openLog('info', { write: line => lines.push(line) })
      log.queried(given)
      log.info(given, 'query')
      const [line = '', other = ''] = lines
      assert.equal(withoutTime(line), withoutTime(other))
    }),
    { verbose: true },
  )
})

test('a log of warnings has no lines of requests and queries', () => {
  const lines: string[] = []
  const log = openLog('warn', { write: line => lines.push(line) })
  log.served({ requestId: 'r', method: 'GET', route: '/', status: 200, milliseconds: 1, clientId: 'c' })
  log.queried({
    requestId: 'r',
    clientId: 'c',
    query: 'q',
    executor: 'sql',
    outcome: 'ok',
    rows: 1,
    milliseconds: 1,
  })
  assert.deepEqual(lines, [])
})
