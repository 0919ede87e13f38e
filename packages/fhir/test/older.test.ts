/** Mappings of grammar 0.0.1, with FLAT compositions: read, run to FHIR, and back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { corpusMissing } from '../../openehr/fixtures/corpus.ts'
import { type Resource, toFhir, toOpenehr } from '../src/index.ts'
import { compositionIn, filesBelow, olderModules } from './cases.ts'
import { differences, NOW, plainFhir } from './compare.ts'

/** Values that cannot come back: the mappings ask for a code that they do not write, or write FHIR alone. */
const LOST: Readonly<Record<string, RegExp>> = { growth_chart: /component/, problemlist: /detail.*status/ }

describe('mappings of older grammars', { skip: corpusMissing }, () => {
  for (const { name, folder, mappings, template } of corpusMissing ? [] : olderModules())
    for (const file of filesBelow(folder, /flat.*\.json$/))
      it(`${name}: ${file.split('/').at(-1)} comes back`, () => {
        const { resources } = toFhir(mappings, compositionIn(file, template))
        assert.ok(resources.length > 0)
        const [first] = resources
        const input: Resource =
          first?.resourceType === 'Bundle'
            ? first
            : { resourceType: 'Bundle', entry: resources.map(resource => ({ resource })) }
        const { composition = {} } = toOpenehr(mappings, template, input, { now: NOW, territory: 'DE' })
        const again = toFhir(mappings, composition).resources
        const lines = differences(
          again.map(each => plainFhir(each)),
          resources.map(each => plainFhir(each)),
        )
        assert.deepEqual(
          lines.filter(line => !LOST[name]?.test(line)),
          [],
        )
      })
})
