/** A line in which nobody waits: for tests of what comes after it. */
import { openFairLine } from '../../packages/server/src/collections/index.ts'

export const wideLine = () =>
  openFairLine({
    places: 1000,
    lightPlaces: 0,
    placesPerMember: 1000,
    waitingPerMember: 0,
    waiting: 0,
    full: () => new Error('the line is full'),
  })
