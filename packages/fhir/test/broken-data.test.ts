/** Data that are no FHIR or no openEHR, in whichever place: the engine maps what it can and never fails. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import { type Resource, toFhir, toOpenehr } from '../src/index.ts'
import { bundleOf, compositionsFor, conceptMaps, contexts, templateOf } from './shared-mappings.ts'

const strange = fc.constantFrom<unknown>(
  null,
  0,
  -1.5,
  '',
  'x',
  true,
  [],
  {},
  [null],
  [[]],
  { value: null },
  '####',
  'P',
)

/** A copy in which some values, chosen by numbers, are replaced. */
function spoiled(value: unknown, at: readonly number[], by: unknown): unknown {
  let seen = 0
  const copy = (each: unknown): unknown => {
    if (at.includes(seen++)) return by
    if (Array.isArray(each)) return each.map(copy)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, copy(inner)]))
  }
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, copy(inner)]))
}

const OPTIONS = { now: '2026-01-01T00:00:00Z', territory: 'GB', conceptMaps }
const places = fc.array(fc.nat({ max: 120 }), { minLength: 1, maxLength: 4 })

describe('broken data', () => {
  for (const mappings of contexts) {
    const composition =
      compositionsFor(mappings).find(each => toFhir(mappings, each).resources.length > 0) ?? {}
    const bundle = bundleOf(toFhir(mappings, composition, { conceptMaps }).resources)

    it(`${mappings.context.name}: FHIR`, () =>
      fc.assert(
        fc.property(places, strange, (at, by) => {
          toOpenehr(mappings, templateOf(mappings), spoiled(bundle, at, by) as Resource, OPTIONS)
        }),
        { numRuns: 60 },
      ))

    it(`${mappings.context.name}: openEHR`, () =>
      fc.assert(
        fc.property(places, strange, (at, by) => {
          const { resources } = toFhir(mappings, spoiled(composition, at, by) as RmObject, { conceptMaps })
          assert.ok(Array.isArray(resources))
        }),
        { numRuns: 60 },
      ))
  }
})
