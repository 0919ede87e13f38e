import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import {
  type CorpusInstance,
  corpusBytes,
  corpusIndex,
  corpusMissing,
  corpusPath,
} from '../../../fixtures/corpus.ts'
import { type Finding, Problem } from '../../problem.ts'
import { equal, type RmObject, rmClasses } from '../../rm/index.ts'
import { parseJson, printJson } from '../json/index.ts'
import { parseXml, readXml, writeXml, type XmlElement } from './index.ts'
import { shapeOf } from './shape.ts'

const instances = (format: CorpusInstance['format']): readonly CorpusInstance[] =>
  corpusMissing === false ? corpusIndex().instances.filter(each => each.format === format) : []

const NUMBER_AS_TEXT = 'writes a number as text'
const FEEDER = 'has feeder_system_audit on an entry, where the model has it in feeder_audit'

/** JSON documents of the corpus that have no XML form: by what they break, and why that is right. */
const NOT_RM_JSON: Readonly<Record<string, string>> = {
  'integration-tests/aql/data_load/compositions/external/all_types_systematic_tests_feeder_audit.json':
    FEEDER,
  'sdk-test-data/composition/canonical_json/all_types_systematic_tests_feeder_audit.json': FEEDER,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_ordinal_open_constraint.v0__.json': NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_ordinal_with_constraints.v0__.json': NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_proportion_open_constraint.v0__.json':
    NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_proportion_open_constraint_precision_1.v0__.json':
    NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_open_constraint.v0__.json': NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_property_constrained.v0__.json':
    NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_property_units_constrained.v0__.json':
    NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_property_units_constrained_with_magnitude_range.v0__.json':
    NUMBER_AS_TEXT,
  'integration-tests/compositions/CANONICAL_JSON/family_history.v.1.2.3__.json':
    'has time_asserted, which EVALUATION has not',
  'integration-tests/contributions/invalid/multiple_valid_and_invalid_compos.json':
    'invalid on purpose: invalid_text',
  'integration-tests/contributions/invalid/ref_to_non_existent_OPT.json': 'invalid on purpose: invalid_text',
  'integration-tests/valid_templates/invalid_contributions/multiple_valid_and_invalid_compos.json':
    'invalid on purpose: invalid_text',
  'integration-tests/valid_templates/invalid_contributions/ref_to_non_existent_OPT.json':
    'invalid on purpose: invalid_text',
  'integration-tests/contributions/valid/minimal/contribution.create_composition.modification_folder_with_items.json':
    'has the items of a folder in a COMPOSITION',
  'integration-tests/contributions/valid/minimal/contribution.create_multiple_compositions.json':
    'calls itself CONTRIBUTION_CREATE_DTO, a class of one server',
  'integration-tests/valid_templates/minimal/minimal_observation.composition.participations.extdatetimes.ehrbase.json':
    'has @type instead of _type',
  'sdk-test-data/composition/canonical_json/composition_with_dvinterval_composite.json':
    'has an object where content is a list',
  'sdk-test-data/composition/canonical_json/invalid.json': 'invalid on purpose: class names',
  'sdk-test-data/composition/canonical_json/rawdb_composition.json':
    'is a database row of one server, not canonical JSON',
}

/** JSON documents with an empty list, for which XML has no form: it comes back absent. */
const EMPTY_LISTS: readonly string[] = [
  'integration-tests/contributions/invalid/no_versions.json',
  'integration-tests/valid_templates/invalid_contributions/no_versions.json',
  'sdk-test-data/composition/canonical_json/gecco_laborbefund.json',
  'sdk-test-data/composition/canonical_json/gecco_personendaten.json',
]

/** XML documents of the corpus that are refused, and why that is right. */
const NOT_RM_XML: Readonly<Record<string, string>> = {
  'integration-tests/compositions/CANONICAL_XML/nested.en.v1__invalid_wrong_structure.xml':
    'is not XML, on purpose',
  'integration-tests/compositions/CANONICAL_XML/persistent_minimal.en.v1__invalid_wrong_structure.xml':
    'is not XML, on purpose',
  'integration-tests/valid_templates/alternative_types/alternative_types.composition.extdatetimes.xml':
    'has a DV_COUNT of 456.789',
  'integration-tests/valid_templates/alternative_types/alternative_types.composition.xml':
    'has a DV_COUNT of 456.789',
  'integration-tests/valid_templates/alternative_types/alternative_types.version.xml':
    'has a DV_COUNT of 456.789',
  'sdk-test-data/composition/canonical_xml/test_all_types_participations_invalid.xml':
    'invalid on purpose: a DV_TEXT with defining_code',
  'sdk-validation/composition/IDCR-LabReportRAW1_with_normal_status.xml': 'has the type CODE_PRASE, a slip',
}

function findingsOf(call: () => unknown): readonly Finding[] {
  try {
    call()
    return []
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    return problem.findings
  }
}

/** A contribution as it is posted need not say what it is. */
function documentIn({ file, format }: CorpusInstance): RmObject {
  const value = parseJson(corpusBytes(file)) as RmObject
  return format === 'contribution-json' && value._type === undefined
    ? { _type: 'CONTRIBUTION', ...value }
    : value
}

function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, inner]) => !(Array.isArray(inner) && inner.length === 0))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutEmptyLists(inner)]))
}

for (const instance of [...instances('canonical-json'), ...instances('contribution-json')]) {
  const reason = NOT_RM_JSON[instance.file]
  if (reason !== undefined) {
    test(`${instance.file} has no XML form: it ${reason}`, () => {
      assert.notEqual(findingsOf(() => writeXml(documentIn(instance))).length, 0)
    })
  } else {
    test(`${instance.file} goes to XML and back`, () => {
      const value = documentIn(instance)
      const read = readXml(writeXml(value))
      assert.equal(equal(read, value), !EMPTY_LISTS.includes(instance.file))
      assert.ok(equal(read, withoutEmptyLists(value)))
      assert.ok(equal(parseJson(printJson(read)), read))
    })
  }
}

for (const instance of instances('canonical-xml')) {
  const reason = NOT_RM_XML[instance.file]
  if (reason !== undefined) {
    test(`${instance.file} is refused: it ${reason}`, () => {
      const findings = findingsOf(() => readXml(corpusBytes(instance.file)))
      assert.notEqual(findings.length, 0)
      assert.ok(findings.every(({ line }) => line !== undefined))
    })
  } else {
    test(`${instance.file} goes to JSON and back`, () => {
      const value = readXml(corpusBytes(instance.file))
      const again = parseJson(printJson(value)) as RmObject
      const xml = writeXml(again)
      assert.ok(equal(again, value))
      assert.ok(equal(readXml(xml), value))
      assert.equal(writeXml(readXml(xml)), xml)
    })
  }
}

test('the JSON documents come out of parse and print as they went in, character by character once minified', {
  skip: corpusMissing,
}, () => {
  for (const { file } of [...instances('canonical-json'), ...instances('flat'), ...instances('structured')]) {
    const bytes = corpusBytes(file)
    const native = JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)))
    assert.equal(printJson(parseJson(bytes)), native, file)
  }
})

/** Every complex type of the published schemas with its elements in order, inherited ones first. */
function schemaTypes(): ReadonlyMap<string, readonly string[]> {
  const own = new Map<string, { readonly base: string | undefined; readonly names: readonly string[] }>()
  const files = readdirSync(corpusPath('specs/xsd')).filter(
    file => !/Archetype|Template|Profile|Resource/.test(file),
  )
  for (const file of files) {
    for (const type of parseXml(corpusBytes(`specs/xsd/${file}`)).children.filter(
      each => each.name === 'complexType',
    )) {
      const inside = descendants(type)
      const names = inside
        .filter(each => each.name === 'element')
        .map(each => each.attributes.get('name') ?? '')
      own.set(type.attributes.get('name') ?? '', {
        base: inside.find(each => each.name === 'extension')?.attributes.get('base'),
        names,
      })
    }
  }
  const all = (name: string | undefined): readonly string[] => {
    const found = name === undefined ? undefined : own.get(name)
    return found === undefined ? [] : [...all(found.base), ...found.names]
  }
  return new Map([...own.keys()].map(name => [name, all(name)]))
}

function descendants(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap(child => [child, ...descendants(child)])
}

test('the elements of every class are in the order of the published schemas', { skip: corpusMissing }, () => {
  const types = schemaTypes()
  let compared = 0
  for (const { name, abstract } of rmClasses()) {
    const schema = types.get(name)
    const shape = shapeOf(name)
    if (abstract || schema === undefined || shape === undefined) continue
    const ours = shape.elements.map(each => each.name)
    assert.deepEqual(
      ours.filter(each => schema.includes(each)),
      schema.filter(each => ours.includes(each)),
      name,
    )
    compared += 1
  }
  assert.ok(compared > 80, `only ${compared} classes were compared`)
})
