import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clippedTo,
  countsIn,
  latestChoices,
  latestOf,
  lonePositions,
  nearestMeasured,
  spanOf,
  withGaps,
} from './time-span.ts'

const DAY = 86_400

describe('the time that charts share', () => {
  const all = { from: 0, to: 400 * DAY }

  it('is that of all measurements, with a margin', () => {
    assert.deepEqual(spanOf([5 * DAY, 0, 100 * DAY]), { from: -2 * DAY, to: 102 * DAY })
    assert.equal(spanOf([]), undefined)
  })

  it('can end with the last measurement, for lengths that show less than all', () => {
    assert.deepEqual(latestChoices(all), ['24 hours', '7 days', '30 days', '1 year'])
    assert.deepEqual(latestOf(all, 390 * DAY, '30 days'), { from: 360 * DAY, to: 390.6 * DAY })
  })

  it('stays within all of the time, and is never empty', () => {
    assert.deepEqual(clippedTo(all, { from: -5 * DAY, to: 5 * DAY }), { from: 0, to: 10 * DAY })
    assert.deepEqual(clippedTo(all, { from: 9 * DAY, to: 9 * DAY }), { from: 9 * DAY, to: 9 * DAY + 60 })
    assert.deepEqual(clippedTo(all, { from: 399 * DAY, to: 401 * DAY }), { from: 398 * DAY, to: 400 * DAY })
  })

  it('is shown with the number of measurements in each part', () => {
    assert.deepEqual(countsIn({ from: 0, to: 100 }, [0, 1, 55, 100], 4), [2, 0, 1, 1])
  })
})

describe('a gap', () => {
  // Hourly values of two stays, a month apart, and one of a visit in between.
  const hours = (from: number) => Array.from({ length: 6 }, (_, hour) => from + hour * 3600)
  const times = [...hours(0), 15 * DAY, ...hours(30 * DAY)]
  const values = times.map((_, index) => index)
  const broken = withGaps(times, [values])

  it('interrupts the line where nothing was measured for far longer than usual', () => {
    assert.deepEqual(broken.origin, [0, 1, 2, 3, 4, 5, -1, 6, -1, 7, 8, 9, 10, 11, 12])
    assert.deepEqual(broken.columns[0]?.slice(5, 10), [5, null, 6, null, 7])
    assert.ok(broken.times.every((time, at) => at === 0 || time > (broken.times[at - 1] ?? 0)))
  })

  it('is none between visits of a usual distance, nor between values of one time', () => {
    assert.deepEqual(withGaps([0, 90 * DAY, 200 * DAY, 290 * DAY], [[1, 2, 3, 4]]).origin, [0, 1, 2, 3])
    assert.deepEqual(withGaps([7, 7, 7], [[1, 2, 3]]).origin, [0, 1, 2])
  })

  it('is none between visits where a stay has far more values than they', () => {
    const visits = [0, 90, 180, 270].map(day => day * DAY)
    const after = [370, 460, 550].map(day => day * DAY)
    const { origin } = withGaps([...visits, ...hours(280 * DAY), ...after], [[]])
    assert.ok(!origin.includes(-1), String(origin))
    const yearLater = after.map(time => time + 900 * DAY)
    assert.equal(withGaps([...visits, ...yearLater], [[]]).origin.indexOf(-1), visits.length)
  })

  it('leaves a dot for a value that stands alone', () => {
    assert.deepEqual(lonePositions(broken.columns[0] ?? []), [7])
    assert.deepEqual(lonePositions([1, null, 2, 3]), [0])
  })

  it('shows the value before it or after it to a pointer that is in it', () => {
    const middle = broken.times[6] ?? 0
    assert.equal(nearestMeasured(broken, 6, middle - 1), 5)
    assert.equal(nearestMeasured(broken, 6, middle + 1), 6)
    assert.equal(nearestMeasured(broken, 7, 15 * DAY), 6)
  })
})
