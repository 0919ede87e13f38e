import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from './log.ts'
import { readableLine } from './readable-line.ts'

const CLOCK = /^\d\d:\d\d:\d\d /

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = []
  write(openLog('debug', { write: line => lines.push(readableLine(line, false)) }))
  return lines.map(line => line.replace(CLOCK, ''))
}

test('a line for people begins with time, level and message, and has the facts after it', () => {
  const lines = linesOf(log => {
    log.info({ version: '1.2.3', baseUrl: 'http://localhost:8080' }, 'ready')
    log.warn({}, 'passwords travel unprotected')
    log.info({ fault: 'two words' }, 'a fault')
  })
  assert.deepEqual(lines, [
    'info  ready  version=1.2.3 baseUrl=http://localhost:8080\n',
    'warn  passwords travel unprotected\n',
    'info  a fault  fault="two words"\n',
  ])
})

test('a request is a line of its own form', () => {
  const served = {
    requestId: 'r-1',
    method: 'GET',
    route: '/ehr/:ehr_id',
    status: 200,
    milliseconds: 3.123,
  }
  assert.deepEqual(
    linesOf(log => {
      log.info({ ...served, clientId: 'app' }, 'served')
      log.info({ ...served, route: '', status: 404, clientId: '' }, 'served')
    }),
    [
      'info  GET /ehr/:ehr_id 200 3.123 ms client=app request=r-1\n',
      'info  GET (no such route) 404 3.123 ms request=r-1\n',
    ],
  )
})

test('an error has its type, message and stack below', () => {
  const [line = ''] = linesOf(log => log.error({ error: new RangeError('too far') }, 'a request failed'))
  assert.match(line, /^error a request failed {2}\n {4}RangeError: too far\n {4}at /)
})

test('a terminal has colours, and nothing else differs', () => {
  const line = '{"level":40,"time":"2026-11-15T08:00:00.000Z","msg":"careful"}\n'
  const coloured = readableLine(line, true)
  assert.ok(coloured.includes('\x1b[33mwarn \x1b[0m careful\n'))
  assert.equal(
    coloured
      .split('\x1b')
      .map(part => part.replace(/^\[\d+m/, ''))
      .join(''),
    readableLine(line, false),
  )
})
