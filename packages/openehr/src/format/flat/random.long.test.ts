/** Random valid instances of every template of the corpus: through FLAT and STRUCTURED and back they stay equal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusIndex, corpusMissing } from '../../../fixtures/corpus.ts'
import { templateOf } from '../../../test/flat/corpus-templates.ts'
import { randomFrom } from '../../../test/flat/random.ts'
import { Problem } from '../../problem.ts'
import { equal, type RmObject } from '../../rm/index.ts'
import { randomInstance, type Template } from '../../template/index.ts'
import { readStructured, writeStructured } from '../structured/index.ts'
import { readFlat, writeFlat } from './index.ts'

const SEEDS = 5

/** A random valid instance; nothing for a template whose constraints contradict one another. */
function instanceOf(template: Template, seed: number): RmObject | undefined {
  try {
    return randomInstance(template, randomFrom(seed))
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'template.unsatisfiable') return undefined
    throw thrown
  }
}

test('random instances of all templates come back equal', { skip: corpusMissing }, () => {
  const now = { now: '2026-11-15T08:00:00Z' }
  for (const { file } of corpusIndex().opts) {
    const template = templateOf(file)
    if (template === undefined) continue
    for (let seed = 1; seed <= SEEDS; seed++) {
      const instance = instanceOf(template, seed)
      if (instance === undefined) break
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
