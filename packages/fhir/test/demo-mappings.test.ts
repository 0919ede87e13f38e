/** The mappings for the demo hospital: every record becomes FHIR, and comes back as a valid composition. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileValidator } from '@cairn-ehr/openehr/validate'
import { checkContext, type Resource, toFhir, toOpenehr } from '../src/index.ts'
import {
  bundleOf,
  compositionsFor,
  conceptMaps,
  contexts,
  opened,
  readFiles,
  templateOf,
  templates,
} from './shared-mappings.ts'

const withoutIds = (resources: readonly Resource[]) => resources.map(({ id, ...rest }) => rest)

describe('the mappings of the demo hospital', () => {
  it('are well formed, and cover its templates of records', () => {
    assert.deepEqual(
      readFiles.flatMap(({ findings }) => findings),
      [],
    )
    assert.deepEqual(
      opened.flatMap(({ findings }) => findings),
      [],
    )
    const forRecords = [...templates.values()].filter(
      ({ template }) => template.definition.rmType === 'COMPOSITION',
    )
    assert.deepEqual(
      new Set(contexts.map(({ context }) => context.template.id)),
      new Set(forRecords.map(({ id }) => id)),
    )
  })

  for (const mappings of contexts) {
    const { name } = mappings.context
    it(`${name}: every path leads somewhere`, () =>
      assert.deepEqual(checkContext(mappings, templateOf(mappings)), []))

    it(`${name}: records become FHIR, and valid records again`, () => {
      const validate = compileValidator(templateOf(mappings))
      const options = { now: '2026-01-01T00:00:00Z', territory: 'GB', conceptMaps }
      let made = 0
      for (const composition of compositionsFor(mappings)) {
        const { resources } = toFhir(mappings, composition, { conceptMaps })
        if (resources.length === 0) continue
        made += resources.length
        const back = toOpenehr(mappings, templateOf(mappings), bundleOf(resources), options).composition
        assert.deepEqual(validate(back ?? {}), [])
        assert.deepEqual(
          withoutIds(toFhir(mappings, back ?? {}, { conceptMaps }).resources),
          withoutIds(resources),
        )
      }
      assert.ok(made > 0)
    })
  }
})
