import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ageAt, dayKey, formatDuration, formatIso, monthNames } from './time.ts'

const english = { language: 'en', zone: 'UTC' } as const

describe('dates and times', () => {
  const cases: [value: string, expected: string][] = [
    ['2026-11-14T09:30:00Z', '14 Nov 2026 09:30'],
    ['2026-11-14T09:30:00+02:00', '14 Nov 2026 07:30'],
    ['20261114T093000Z', '14 Nov 2026 09:30'],
    ['2026-11-14T09:30', '14 Nov 2026 09:30'],
    ['2026-11-14', '14 Nov 2026'],
    ['2026-09-14', '14 Sep 2026'],
    ['2026-11', 'Nov 2026'],
    ['2026', '2026'],
    ['no date', 'no date'],
  ]
  for (const [value, expected] of cases)
    it(`shows ${value} as ${expected}`, () => assert.equal(formatIso(value, english), expected))

  it('names the month in the language of the reader', () => {
    assert.equal(formatIso('2026-05-01', { language: 'de' }), '01 Mai 2026')
    assert.equal(formatIso('2026-03', { language: 'nl' }), 'mrt 2026')
    assert.deepEqual(monthNames('es').slice(0, 3), ['ene', 'feb', 'mar'])
    assert.equal(monthNames('en').at(8), 'Sep')
  })

  it('groups by the day of the zone', () => {
    assert.equal(dayKey('2026-11-14T23:30:00Z', 'Europe/Berlin'), '2026-11-15')
    assert.equal(dayKey('2026-11-14', 'Europe/Berlin'), '2026-11-14')
  })

  it('counts whole years', () => {
    assert.equal(ageAt('1980-11-15', new Date('2026-11-14T00:00:00Z')), 45)
    assert.equal(ageAt('1980-11-14', new Date('2026-11-14T00:00:00Z')), 46)
    assert.equal(ageAt('1980', new Date('2026-11-14T00:00:00Z')), 46)
    assert.equal(ageAt('unknown', new Date('2026-11-14T00:00:00Z')), undefined)
  })

  it('writes durations with their units', () => {
    assert.equal(formatDuration('PT1H30M'), '1 h 30 min')
    assert.equal(formatDuration('P2W'), '2 wk')
    assert.equal(formatDuration('-P1D'), '−1 d')
    assert.equal(formatDuration('soon'), 'soon')
  })
})
