/** Random valid instances of every template of the corpus: through FLAT and STRUCTURED and back they stay equal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusIndex, corpusMissing } from '../../../test/corpus.ts'
import { templateOf } from '../../../test/flat/corpus-templates.ts'
import { equal } from '../../rm/index.ts'
import { randomInstance } from '../../template/index.ts'
import { readStructured, writeStructured } from '../structured/index.ts'
import { readFlat, writeFlat } from './index.ts'

const SEEDS = 5

/** Mulberry32: small, and the same numbers everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

test('random instances of all templates come back equal', { skip: corpusMissing }, () => {
  const now = { now: '2026-11-15T08:00:00Z' }
  for (const { file } of corpusIndex().opts) {
    const template = templateOf(file)
    if (template === undefined) continue
    for (let seed = 1; seed <= SEEDS; seed++) {
      const instance = randomInstance(template, randomFrom(seed))
      const said = `${file}, seed ${seed}`
      const flat = JSON.parse(JSON.stringify(writeFlat(template, instance))) as Record<string, unknown>
      assert.ok(equal(readFlat(template, flat, now), instance), `FLAT: ${said}`)
      const structured = JSON.parse(JSON.stringify(writeStructured(template, instance))) as Record<
        string,
        unknown
      >
      assert.ok(equal(readStructured(template, structured, now), instance), `STRUCTURED: ${said}`)
    }
  }
})
