/** `cairn top`: what a person at a terminal sees, and what a program gets. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printActivity } from '../../packages/cli/src/verbs/top.ts'
import { notBuilt } from '../http/program.ts'
import { testServer } from '../server.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer()
const cairn = cairnIn(testFolder(), settingsOf(server))

const ACTIVITY = {
  at: '2026-11-15T08:00:00.000Z',
  version: '1.0.0',
  processes: 2,
  memory_bytes: 200 * 1024 * 1024,
  requests: { under_way: 3, answered: 1000, failed: 1 },
  queries: {
    running: 1,
    waiting: 0,
    list: [{ query: 'demo::all/1.0.0', client_id: 'app', request_id: 'r-1', milliseconds: 1234 }],
  },
  pools: [{ pool: 'records' as const, busy: 1, idle: 2, waiting: 0, most: 16 }],
  audit: { written: 50, waiting: 1, unsealed: 2 },
}

describe('cairn top', () => {
  it('shows rates between two looks, and the queries under way', () => {
    const later = {
      ...ACTIVITY,
      at: '2026-11-15T08:00:02.000Z',
      requests: { ...ACTIVITY.requests, answered: 1100 },
    }
    const lines = printActivity('http://localhost:8080', ACTIVITY, later).split('\n')
    assert.equal(lines[1], 'processes  2, 200 MB')
    assert.equal(lines[2], 'requests   3 under way, 1,100 answered, 50.0 a second, 1 failed')
    assert.equal(lines.at(-1), '1.2      demo::all/1.0.0  app     r-1')
  })

  it('shows no rate at the first look', () => {
    assert.doesNotMatch(printActivity('http://localhost:8080', undefined, ACTIVITY), /a second/)
  })

  it('prints a look and ends, as text and as JSON', { skip: notBuilt }, async () => {
    const text = await cairn(['top', '--times', '1'])
    assert.equal(text.code, 0, text.err)
    assert.match(text.out, /^requests {3}\d+ under way/m)
    assert.match(text.out, /^records +\d+ +\d+ +0 +16$/m)
    const { out } = await cairn(['top', '--times', '1', '--json'])
    const activity = JSON.parse(out)
    assert.deepEqual([activity.processes, activity.queries.list], [1, []])
    assert.ok(activity.requests.answered >= 1 && activity.audit.written >= 1)
  })

  it('needs the scope api.admin', async () => {
    const answer = await server.call('GET /admin/v1/activity', { scopes: 'api.read api.write' })
    assert.equal(answer.status, 403)
  })
})
