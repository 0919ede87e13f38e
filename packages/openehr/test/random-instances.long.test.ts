import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { corpusMissing } from '../fixtures/corpus.ts'
import { isRmObject, type RmObject, walk } from '../src/rm/index.ts'
import { randomInstance } from '../src/template/index.ts'
import { satisfiable } from './random-instances.ts'
import { seeded } from './seeded.ts'

test('every template of the corpus: forty random instances validate', { skip: corpusMissing }, () => {
  for (const { file, template, faultsOf } of satisfiable())
    fc.assert(
      fc.property(fc.integer(), seed => {
        assert.deepEqual(faultsOf(randomInstance(template, seeded(seed))), [], file)
      }),
      { numRuns: 40 },
    )
})

/** Attributes alone: predicates follow the names, which a mutation may change. */
const bare = (path: string): string => path.replace(/\[(?:'[^']*'|[^\]'])*\]/g, '')

test('an instance with one wrong name is rejected at that name', { skip: corpusMissing }, () => {
  for (const { file, template, pathsOf } of satisfiable())
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (seed, which) => {
        const instance = structuredClone(randomInstance(template, seeded(seed)))
        const named: { node: RmObject; path: string }[] = []
        walk(instance, (node, path) => {
          if (isRmObject(node['name'])) named.push({ node, path })
        })
        const chosen = named[which % named.length]
        assert.ok(chosen)
        ;(chosen.node as { name: unknown }).name = 7
        const expected = `${bare(chosen.path).replace(/\/$/, '')}/name`
        const faults = pathsOf(instance).map(bare)
        assert.ok(faults.includes(expected), `${file}: ${expected} is not among ${faults.join(', ')}`)
      }),
      { numRuns: 5 },
    )
})
