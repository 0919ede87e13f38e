import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Assignment, AuditEvent } from '@cairn-ehr/client'
import { seenWith, stateOf, trailSearch } from './accesses.ts'
import { readBreakGlassSearch } from './break-glass-search.ts'

const access: Assignment = {
  assignment_id: 'a1',
  person_id: 'ana',
  kind: 'break_glass',
  ehr_id: 'e1',
  from: '2026-11-16T08:00:00.000Z',
  to: '2026-11-16T09:00:00.000Z',
  reason: 'unconscious in the emergency room',
  assigned_by: 'ana',
  assigned_at: '2026-11-16T08:00:00.000Z',
}

const event = (event_id: number, change: Partial<AuditEvent>): AuditEvent => ({
  event_id,
  at: '2026-11-16T08:10:00.000Z',
  request_id: 'r',
  client_id: 'console',
  person: 'ana',
  address: '::1',
  method: 'GET',
  route: '',
  path: '/openehr/v1/ehr/e1',
  ehr_id: 'e1',
  action: 'R',
  status: 200,
  outcome: 'success',
  contribution_id: null,
  detail: { break_glass: 'a1' },
  ...change,
})

describe('access that was taken in an emergency', () => {
  it('is open for its hour, waits for a review, and is reviewed', () => {
    assert.equal(stateOf(access, new Date('2026-11-16T08:59:59Z')), 'open')
    assert.equal(stateOf(access, new Date('2026-11-16T09:00:00Z')), 'waiting')
    const reviewed = { ...access, reviewed_at: '2026-11-16T08:30:00Z' }
    assert.equal(stateOf(reviewed, new Date('2026-11-16T08:31:00Z')), 'reviewed')
  })

  it('is looked for in the audit trail by person, EHR and time', () => {
    assert.deepEqual(trailSearch(access), {
      person: 'ana',
      ehr_id: 'e1',
      from: '2026-11-16T08:00:00.000Z',
      to: '2026-11-16T09:01:00.000Z',
      limit: 1000,
    })
  })

  it('counts what was done with it, the oldest first, and nothing else', () => {
    const seen = seenWith(access, [
      event(6, { outcome: 'failure', status: 404 }),
      event(5, { action: 'E', path: '/openehr/v1/query/aql' }),
      event(4, { action: 'C', method: 'POST' }),
      event(3, { detail: { break_glass: 'a2' } }),
      event(2, { detail: null }),
      event(1, { action: 'C', path: '/auth/v1/break-glass' }),
    ])
    assert.deepEqual([seen.reads, seen.writes, seen.refused, seen.isCut], [1, 1, 1, false])
    assert.deepEqual(
      seen.events.map(({ event_id }) => event_id),
      [4, 5, 6],
    )
  })

  it('those without a review are shown unless an address asks for all', () => {
    assert.deepEqual(readBreakGlassSearch({ show: 'all', other: 1 }), { show: 'all' })
    assert.deepEqual(readBreakGlassSearch({ show: 'none' }), {})
  })
})
