import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { corpusFile, corpusIndex, corpusMissing } from '../../../fixtures/corpus.ts'
import { processorSeconds } from '../../../fixtures/processor-time.ts'
import { Problem } from '../../problem.ts'
import {
  isArchetypeId,
  isNodeId,
  isObjectVersionId,
  locatableRefUri,
  parseArchetypeId,
  parseEhrUri,
  parseGenericId,
  parseHierObjectId,
  parseObjectVersionId,
  parseTemplateId,
  parseTerminologyId,
  parseUid,
  parseVersionTreeId,
  printArchetypeId,
  printEhrUri,
  printHierObjectId,
  printObjectVersionId,
  printTerminologyId,
  printVersionTreeId,
} from './index.ts'

const UUID = '87284370-2D4B-4e3d-A3F3-F303D2F4F34B'

const TABLE: readonly {
  readonly name: string
  readonly again: (text: string) => string
  readonly accepted: readonly string[]
  readonly refused: readonly string[]
}[] = [
  {
    name: 'UID',
    again: text => parseUid(text).value,
    accepted: [UUID, '1.2.840.113554.4', 'uk.nhs.ehr1', 'cairn.local', 'EMR_APP', 'localhost'],
    refused: ['', 'a b', 'a::b', '.org', 'a..b', 'x/y', `${UUID}\n`],
  },
  {
    name: 'HIER_OBJECT_ID',
    again: text => printHierObjectId(parseHierObjectId(text)),
    accepted: [UUID, `${UUID}::a:b/c`, '1.2.3::x', `${UUID}::a::b`],
    refused: ['', '::x', `${UUID}::`, 'a b::x'],
  },
  {
    name: 'VERSION_TREE_ID',
    again: text => printVersionTreeId(parseVersionTreeId(text)),
    accepted: ['1', '12', '2.1.3'],
    refused: ['', '0', '01', '1.2', '1.0.1', '1.2.3.4', '-1', '1e3', '9'.repeat(20)],
  },
  {
    name: 'OBJECT_VERSION_ID',
    again: text => printObjectVersionId(parseObjectVersionId(text)),
    accepted: [`${UUID}::uk.nhs.ehr1::2`, `${UUID}::uk.nhs.ehr1::2.1.3`, '1.2.3::EMR_APP::1'],
    refused: [
      '',
      UUID,
      `${UUID}::a`,
      `${UUID}::a::0`,
      `${UUID}::a::1::2`,
      '::node.name.com::1',
      `${UUID}::::1`,
      `${UUID}::a::v1`,
    ],
  },
  {
    name: 'ARCHETYPE_ID',
    again: text => printArchetypeId(parseArchetypeId(text)),
    accepted: [
      'openEHR-EHR-OBSERVATION.blood_pressure.v2',
      'openEHR-EHR-OBSERVATION.lab_result-cholesterol.v1',
      'openEHR-EHR-CLUSTER.sample.v1draft',
      'openEHR-EHR-CLUSTER.sample.v1.2.3',
      'openEHR-EHR-CLUSTER.sample.v1.0.0-rc.2',
      'openEHR-EHR-CLUSTER.sample.v0.0.1-alpha',
      'org.example::openEHR-EHR-CLUSTER.sample.v1.0.0',
      'openEHR-DEMOGRAPHIC-PERSON.person.v0',
    ],
    refused: [
      '',
      'at0004',
      'openEHR-EHR-OBSERVATION',
      'openEHR-EHR-OBSERVATION.x',
      'openEHR-EHR.x.v1',
      'openEHR-EHR-OBSERVATION.x.1',
      'openEHR-EHR-OBSERVATION.x y.v1',
      '[at0001]',
    ],
  },
  {
    name: 'TERMINOLOGY_ID',
    again: text => printTerminologyId(parseTerminologyId(text)),
    accepted: [
      'SNOMED-CT',
      'SNOMED-CT(2003)',
      'ICD10AM(3rd_ed)',
      'http://snomed.info/sct',
      'SNOMED Clinical Terms',
      '§301 SGB V',
    ],
    refused: ['', '(2003)', 'A(', 'A()', 'A(1)(2)'],
  },
  {
    name: 'TEMPLATE_ID',
    again: parseTemplateId,
    accepted: ['Vital Signs Encounter (Composition)', 'x'],
    refused: ['', '  '],
  },
  {
    name: 'EHR URI',
    again: text => printEhrUri(parseEhrUri(text)),
    accepted: [
      `ehr://rmh.nhs.net/347a5490/${UUID}::uk.nhs.ehr1::2/content[openEHR-EHR-OBSERVATION.x.v1]/data`,
      `ehr:/347a5490/${UUID}@latest_trunk_version`,
      `ehr:compositions/${UUID}`,
      'ehr:/347a5490',
    ],
    refused: ['', 'ehr:', 'ehr:/', 'http://x/y', 'ehr:a b', 'ehr'],
  },
]

for (const { name, again, accepted, refused } of TABLE) {
  test(`a ${name} is printed as it was read, and nothing else is read`, () => {
    for (const text of accepted) assert.equal(again(text), text)
    for (const text of refused)
      assert.throws(
        () => again(text),
        (error: unknown) => error instanceof Problem && error.code === 'id.malformed',
        text,
      )
  })
}

test('the parts of identifiers have their names', () => {
  assert.deepEqual(parseObjectVersionId(`${UUID}::uk.nhs.ehr1::2.1.3`), {
    object: UUID,
    system: 'uk.nhs.ehr1',
    version: { trunk: 2, branch: { number: 1, version: 3 } },
  })
  assert.deepEqual(parseArchetypeId('openEHR-EHR-OBSERVATION.lab_result-lipids-cholesterol.v1.2.0'), {
    originator: 'openEHR',
    model: 'EHR',
    entity: 'OBSERVATION',
    concept: 'lab_result-lipids-cholesterol',
    specialisations: ['lipids', 'cholesterol'],
    version: '1.2.0',
    major: 1,
  })
  assert.deepEqual(parseTerminologyId('ICD10AM(3rd_ed)'), { name: 'ICD10AM', version: '3rd_ed' })
  assert.deepEqual(parseUid('1.2.3'), { kind: 'ISO_OID', value: '1.2.3' })
  assert.deepEqual(parseGenericId('12', 'mrn'), { value: '12', scheme: 'mrn' })
  assert.throws(() => parseGenericId('12', ''), Problem)
  assert.deepEqual(parseEhrUri(`ehr://rmh.nhs.net/1234/${UUID}/content[at1]/data`), {
    system: 'rmh.nhs.net',
    ehr: '1234',
    locator: UUID,
    path: '/content[at1]/data',
  })
  assert.ok(isObjectVersionId(`${UUID}::a.b::1`))
  assert.ok(!isObjectVersionId(UUID))
})

test('a LOCATABLE_REF has a URI', () => {
  const reference = {
    _type: 'LOCATABLE_REF',
    id: { _type: 'HIER_OBJECT_ID', value: UUID },
    path: '/content[at1]',
  }
  assert.equal(locatableRefUri(reference), `ehr://${UUID}/content[at1]`)
})

test('a long hostile text is refused at once and not repeated in full', () => {
  const text = `openEHR-EHR-${'a-'.repeat(100_000)}`
  const seconds = processorSeconds(() =>
    assert.throws(
      () => parseArchetypeId(text),
      (error: unknown) => error instanceof Problem && error.message.length < 400,
    ),
  )
  assert.ok(seconds < 3, `${seconds} s of processor time`)
})

test('every archetype id of the corpus is one', { skip: corpusMissing }, () => {
  const ids = new Set<string>()
  for (const { file, format } of corpusIndex().instances)
    if (format === 'canonical-json')
      for (const [, id = ''] of corpusFile(file).matchAll(/"archetype_node_id"\s*:\s*"([^"]*)"/g)) ids.add(id)
  assert.ok(ids.size > 150)
  assert.deepEqual(
    [...ids].filter(id => !isNodeId(id)),
    ['[at0001]'],
  )
  assert.ok([...ids].filter(isArchetypeId).length > 50)
})

test('an id is told by its plain form or by the whole one with the same answer', () => {
  const piece = fc.constantFrom(
    'openEHR',
    'EHR',
    'a1',
    'é',
    '9',
    '-',
    '-',
    '-',
    '.',
    '.',
    '.v',
    'v1',
    '1',
    '_',
    'draft',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      for (const text of [
        pieces.join(''),
        `openEHR-EHR-CLUSTER.${pieces.join('')}.v1`,
        `a-b-c.d.v${pieces.join('')}`,
      ])
        assert.equal(isArchetypeId(text), isParsed(text), text)
    }),
    { numRuns: 5000 },
  )
})

const isParsed = (text: string): boolean => {
  try {
    return printArchetypeId(parseArchetypeId(text)) === text
  } catch {
    return false
  }
}
