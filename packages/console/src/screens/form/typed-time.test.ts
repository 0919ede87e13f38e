import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoNow } from './iso-now.ts'
import { dateFormOf, printTyped, readTyped } from './typed-time.ts'

const british = dateFormOf('en-GB')
const german = dateFormOf('de-DE')
const american = dateFormOf('en-US')

describe('a date that somebody types', () => {
  it('is read in the order of the locale, with any mark, with the month in letters, and as ISO 8601', () => {
    for (const text of ['16/11/2026', '16.11.2026', '16-11-2026', '16 11 2026', '16 Nov 2026', '2026-11-16'])
      assert.equal(readTyped(text, 'date', british), '2026-11-16', text)
    assert.equal(readTyped('16. Oktober 2026', 'date', german), '2026-10-16')
    assert.equal(readTyped('11/16/2026', 'date', american), '2026-11-16')
    assert.equal(readTyped('11/16/2026', 'date', british), undefined)
  })

  it('may be partial, and is never filled up', () => {
    assert.equal(readTyped('2026', 'date', british), '2026')
    assert.equal(readTyped('11/2026', 'date', british), '2026-11')
    assert.equal(readTyped('Nov 2026', 'datetime', british), '2026-11')
  })

  it('that does not exist is none', () => {
    for (const text of ['31/02/2026', '16/13/2026', '16/11/26', 'soon', '16/11'])
      assert.equal(readTyped(text, 'date', british), undefined, text)
  })

  it('has a time in the zone of the reader', () => {
    const expected = isoNow(new Date('2026-11-16T09:30:00'), 'datetime')
    for (const text of ['16/11/2026 09:30', '16.11.2026, 9:30', '16 Nov 2026 0930', '2026-11-16T09:30'])
      assert.equal(readTyped(text, 'datetime', british), expected, text)
    assert.equal(readTyped('16/11/2026 25:00', 'datetime', british), undefined)
    assert.equal(readTyped('9:30', 'time', british), '09:30:00')
    assert.equal(readTyped('0930', 'time', british), '09:30:00')
  })

  it('is shown as it is typed', () => {
    assert.equal(printTyped('2026-11-16', 'date', british), '16/11/2026')
    assert.equal(printTyped('2026-11-16', 'date', german), '16.11.2026')
    assert.equal(printTyped('2026-11-16', 'date', american), '11/16/2026')
    assert.equal(printTyped('2026-11', 'date', british), '11/2026')
    assert.equal(printTyped('2026', 'date', british), '2026')
    const noon = isoNow(new Date('2026-11-16T12:05:00'), 'datetime')
    assert.equal(printTyped(noon, 'datetime', british), '16/11/2026 12:05')
    assert.equal(printTyped('16/13/2026', 'date', british), '16/13/2026')
    for (const value of ['2026-11-16', '2026-11', '2026'])
      assert.equal(readTyped(printTyped(value, 'date', american), 'date', american), value)
  })
})
