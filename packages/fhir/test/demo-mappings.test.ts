/** The mappings for the demo hospital: every record becomes FHIR, and comes back as a valid composition. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { compileValidator } from '@cairn-ehr/openehr/validate'
import { compositionOf } from '../../cli/src/demo/contribution.ts'
import { lifeOf } from '../../cli/src/demo/load.ts'
import { readTemplates } from '../../cli/src/demo/template-files.ts'
import {
  checkContext,
  type MappingContext,
  openContext,
  type Resource,
  readMappingFile,
  toFhir,
  toOpenehr,
} from '../src/index.ts'
import { filesBelow } from './cases.ts'

const FOLDER = fileURLToPath(new URL('../mappings', import.meta.url))
const read = filesBelow(FOLDER, /\.yml$/).map(file =>
  readMappingFile(file.slice(FOLDER.length + 1), readFileSync(file, 'utf8')),
)
const files = read.flatMap(({ mapping }) => mapping ?? [])
const opened = files.flatMap(file => (file.type === 'context' ? [openContext(file, files)] : []))
const contexts = opened.flatMap(({ mappings }) => mappings ?? [])
const conceptMaps = filesBelow(FOLDER, /\.json$/).map(
  file => JSON.parse(readFileSync(file, 'utf8')) as Resource,
)
const templates = readTemplates()
const records = [1, 2, 3, 4, 5, 6].flatMap(number => lifeOf(number).visits.flatMap(visit => visit.records))

const templateOf = ({ context }: MappingContext): Template => {
  const found = templates.get(context.template.id as never)
  if (found === undefined) throw new Error(context.template.id)
  return found.template
}

const compositionsFor = ({ context }: MappingContext): readonly RmObject[] =>
  records
    .filter(({ template }) => template === context.template.id)
    .slice(0, 25)
    .map(each => compositionOf(each, templates))

const bundleOf = (resources: readonly Resource[]): Resource => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map(resource => ({ resource })),
})

const withoutIds = (resources: readonly Resource[]) => resources.map(({ id, ...rest }) => rest)

describe('the mappings of the demo hospital', () => {
  it('are well formed, and cover its five templates', () => {
    assert.deepEqual(
      read.flatMap(({ findings }) => findings),
      [],
    )
    assert.deepEqual(
      opened.flatMap(({ findings }) => findings),
      [],
    )
    assert.equal(new Set(contexts.map(({ context }) => context.template.id)).size, templates.size)
  })

  for (const mappings of contexts) {
    const { name } = mappings.context
    it(`${name}: every path leads somewhere`, () =>
      assert.deepEqual(checkContext(mappings, templateOf(mappings)), []))

    it(`${name}: records become FHIR, and valid records again`, () => {
      const validate = compileValidator(templateOf(mappings))
      let made = 0
      for (const composition of compositionsFor(mappings)) {
        const { resources } = toFhir(mappings, composition, { conceptMaps })
        if (resources.length === 0) continue
        made += resources.length
        const options = { now: '2026-01-01T00:00:00Z', territory: 'GB', conceptMaps }
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
