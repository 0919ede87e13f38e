/** Random data: what is valid comes back equal, what is hostile fails cleanly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomFrom } from '../../../test/flat/random.ts'
import { VITALS } from '../../../test/flat/vitals.ts'
import { Problem } from '../../problem.ts'
import { equal, type RmObject } from '../../rm/index.ts'
import { randomInstance } from '../../template/index.ts'
import { readStructured, writeStructured } from '../structured/index.ts'
import { readFlat, writeFlat } from './index.ts'
import { knownPaths } from './plan/known-paths.ts'
import { planFor } from './plan/plan.ts'

const NOW = { now: '2026-11-15T08:00:00Z' }

const throughText = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>

function comesBack(given: RmObject): void {
  const composition = structuredClone(given)
  const flat = throughText(writeFlat(VITALS, composition))
  assert.ok(equal(readFlat(VITALS, flat, NOW), given, 'COMPOSITION'), JSON.stringify(flat))
  const structured = throughText(writeStructured(VITALS, composition))
  assert.ok(equal(readStructured(VITALS, structured, NOW), given, 'COMPOSITION'))
  assert.deepEqual(composition, given, 'writing changes nothing')
}

test('random instances of a template come back equal', () => {
  fc.assert(fc.property(fc.integer(), seed => comesBack(randomInstance(VITALS, randomFrom(seed)))))
})

type Json = Record<string, unknown>

/** Every object and list of the data, the composition itself left out. */
function* inside(value: unknown): Generator<Json | unknown[]> {
  if (typeof value !== 'object' || value === null) return
  for (const below of Object.values(value)) {
    if (typeof below === 'object' && below !== null) yield below
    yield* inside(below)
  }
}

/** One change somewhere: an attribute less, a member less or twice, a list turned round, a text more. */
function mutate(composition: Json, random: () => number): void {
  const places = [...inside(composition)]
  const place = places[Math.floor(random() * places.length)]
  if (Array.isArray(place)) {
    if (random() < 0.4) place.reverse()
    else if (random() < 0.5) place.pop()
    else if (place.length > 0) place.push(structuredClone(place[0]))
  } else if (place !== undefined) {
    const keys = Object.keys(place).filter(key => key !== '_type')
    const key = keys[Math.floor(random() * keys.length)]
    if (key !== undefined && random() < 0.7) delete place[key]
    else place['extra'] = 'text'
  }
}

test('changed at random, invalid or not, they still come back equal', () => {
  fc.assert(
    fc.property(fc.integer(), seed => {
      const random = randomFrom(seed)
      const composition = structuredClone(randomInstance(VITALS, random)) as Json
      for (let change = 0; change < 3; change++) mutate(composition, random)
      comesBack(composition)
    }),
    { numRuns: 200 },
  )
})

test('any keys with any values give a composition or a problem, never another error', () => {
  const paths = [...knownPaths(planFor(VITALS))]
  const suffix = fc.constantFrom(
    '',
    '|raw',
    '|code',
    '|_type',
    ':1',
    ':2|value',
    '/_name',
    '/_items:0|raw',
    '|other',
  )
  const key = fc.oneof(
    fc.constantFrom(...paths),
    fc.tuple(fc.constantFrom(...paths), suffix).map(([path, more]) => path + more),
    fc.string(),
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('DV_TEXT', 'PARTY_SELF', '253', 'at1000', '{}'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), entries => {
      try {
        readFlat(VITALS, Object.fromEntries(entries) as Json, NOW)
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown
        assert.ok(
          thrown.findings.every(({ path, message }) => typeof path === 'string' && message.length > 0),
        )
      }
    }),
    { numRuns: 500 },
  )
})
