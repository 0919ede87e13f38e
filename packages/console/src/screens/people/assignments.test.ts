import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Assignment } from '@cairn-ehr/client'
import { EMPTY_FORM, faultsOf, newAssignment, sortAssignments, stateOf, tagOf } from './assignments.ts'

const NOW = new Date('2026-11-16T08:00:00Z')
const EHR = '7d44b88c-4199-4bad-97dc-d78268e01398'

const assignment = (assignment_id: string, change: Partial<Assignment>): Assignment => ({
  assignment_id,
  person_id: 'ana',
  kind: 'ehr',
  ehr_id: EHR,
  from: '2026-11-01T00:00:00Z',
  assigned_by: 'admin',
  assigned_at: '2026-11-01T00:00:00Z',
  ...change,
})

describe('an assignment', () => {
  it('is in force between its start and its end', () => {
    assert.equal(stateOf({ from: '2026-11-16T08:00:00Z' }, NOW), 'in force')
    assert.equal(stateOf({ from: '2026-11-16T08:00:01Z' }, NOW), 'not yet')
    assert.equal(stateOf({ from: '2026-11-01T00:00:00Z', to: '2026-11-16T08:00:00Z' }, NOW), 'ended')
  })

  it('comes before those that have ended, the newest first', () => {
    const sorted = sortAssignments(
      [
        assignment('ended', { to: '2026-11-02T00:00:00Z' }),
        assignment('later', { from: '2026-12-01T00:00:00Z' }),
        assignment('old', {}),
        assignment('new', { assigned_at: '2026-11-05T00:00:00Z' }),
      ],
      NOW,
    )
    assert.deepEqual(
      sorted.map(({ assignment_id }) => assignment_id),
      ['new', 'old', 'later', 'ended'],
    )
  })

  it('shows a tag as people write it', () => {
    assert.equal(tagOf(assignment('a', { tag_key: 'ward', tag_value: '3B' })), 'ward=3B')
    assert.equal(tagOf(assignment('a', { tag_key: 'ward' })), 'ward')
  })
})

describe('the form of an assignment', () => {
  it('sends what belongs to its kind, and times of the zone of the reader', () => {
    const form = {
      ...EMPTY_FORM,
      ehrId: ` ${EHR} `,
      episodeId: EHR,
      tagKey: 'ward',
      tagValue: ' ',
      reason: ' x ',
    }
    assert.deepEqual(newAssignment(form), { ehr_id: EHR, reason: 'x' })
    assert.deepEqual(newAssignment({ ...form, kind: 'episode' }), {
      ehr_id: EHR,
      episode_id: EHR,
      reason: 'x',
    })
    assert.deepEqual(newAssignment({ ...form, kind: 'tag' }), { tag_key: 'ward', reason: 'x' })
    assert.deepEqual(
      newAssignment(
        { ...EMPTY_FORM, kind: 'tag', tagKey: 'ward', from: '2026-11-16T09:00', to: '2026-07-01T10:00' },
        'Europe/Berlin',
      ),
      { tag_key: 'ward', from: '2026-11-16T08:00:00.000Z', to: '2026-07-01T08:00:00.000Z' },
    )
  })

  it('tells what is wrong, and is not sent while something is missing', () => {
    assert.equal(faultsOf(EMPTY_FORM, NOW).isReady, false)
    assert.deepEqual(faultsOf({ ...EMPTY_FORM, ehrId: 'P0001' }, NOW), {
      ehrId: true,
      episodeId: false,
      to: false,
      isReady: false,
    })
    assert.equal(faultsOf({ ...EMPTY_FORM, ehrId: EHR }, NOW).isReady, true)
    assert.equal(faultsOf({ ...EMPTY_FORM, ehrId: EHR, to: '2026-11-16T07:59' }, NOW, 'UTC').to, true)
    assert.equal(faultsOf({ ...EMPTY_FORM, kind: 'episode', ehrId: EHR }, NOW).isReady, false)
    assert.equal(faultsOf({ ...EMPTY_FORM, kind: 'tag', tagKey: 'ward' }, NOW).isReady, true)
  })
})
