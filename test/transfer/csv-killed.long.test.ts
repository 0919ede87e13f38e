/** `cairn import csv` that is killed at random records and moments: each row is one record in the end. */
import { it } from 'node:test'
import fc from 'fast-check'
import { importKilled, type Kill, MOMENTS, openKills } from './csv-kills.ts'

const kills = await openKills()

const kill: fc.Arbitrary<Kill> = fc.record({
  moment: fc.constantFrom(...MOMENTS),
  at: fc.integer({ min: 1, max: 12 }),
})

it('each row is one record, however often the import was killed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(kill, { minLength: 1, maxLength: 5 }),
      importKilled(kills),
    ),
    { numRuns: 12, endOnFailure: true },
  ))
