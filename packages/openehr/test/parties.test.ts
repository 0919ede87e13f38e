/** Templates whose root is a demographic class: compiled, validated, shown, and written in every format. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { PARTY_OPTS } from '../fixtures/party-templates.ts'
import {
  completeInstance,
  parseJson,
  printJson,
  readFlat,
  readStructured,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '../src/format/index.ts'
import { Problem } from '../src/problem.ts'
import { equal, type RmObject } from '../src/rm/index.ts'
import {
  compileTemplate,
  EXAMPLE_OBJECT_ID,
  exampleOf,
  flatPaths,
  jsonSchema,
  randomInstance,
  type Template,
  webTemplate,
} from '../src/template/index.ts'
import { fits } from './json-schema.ts'
import { checked } from './random-instances.ts'
import { seeded } from './seeded.ts'

const NOW = '2024-05-17T10:30:00Z'
const PARTIES = Object.entries(PARTY_OPTS).map(([type, opt]) => ({
  type,
  ...checked(type, compileTemplate(opt)),
}))
const [PERSON, , , , ROLE] = PARTIES.map(({ template }) => template) as [
  Template,
  Template,
  Template,
  Template,
  Template,
]

const throughText = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>

/** As a client sends it, or as the service has stored it. */
const withUid = (party: RmObject, isStored: boolean): RmObject =>
  isStored
    ? { ...party, uid: { _type: 'OBJECT_VERSION_ID', value: `${EXAMPLE_OBJECT_ID}::example.org::1` } }
    : party

describe('random parties by template', () => {
  for (const { type, template, faultsOf } of PARTIES)
    test(`${type}: valid, and equal after JSON, XML, FLAT and STRUCTURED`, () => {
      const schema = jsonSchema(template)
      fc.assert(
        fc.property(fc.integer(), fc.boolean(), (seed, isStored) => {
          const party = withUid(randomInstance(template, seeded(seed)), isStored)
          assert.equal(party._type, type)
          assert.deepEqual(faultsOf(party), [])
          assert.ok(equal(parseJson(printJson(party)), party))
          assert.ok(equal(readXml(writeXml(party)), party))
          const flat = throughText(writeFlat(template, party))
          assert.ok(equal(readFlat(template, flat, { now: NOW }), party), JSON.stringify(flat))
          const structured = throughText(writeStructured(template, party))
          assert.ok(equal(readStructured(template, structured, { now: NOW }), party))
          assert.ok(fits(party, schema, schema), 'the JSON Schema takes it')
        }),
        { numRuns: 60 },
      )
    })
})

describe('a party', () => {
  test('has an example of every detail, without the uid that the service gives, and valid with it', () => {
    for (const { template, faultsOf } of PARTIES)
      for (const detail of ['required', 'medium', 'complete'] as const) {
        const example = exampleOf(template, { detail, now: NOW })
        assert.equal(example['uid'], undefined)
        assert.deepEqual(faultsOf(example), [])
        assert.deepEqual(faultsOf(withUid(example, true)), [])
      }
  })

  test('is related to another one in its example', () => {
    const { relationships } = exampleOf(PERSON, { detail: 'medium', now: NOW }) as unknown as {
      readonly relationships: readonly { readonly source: RmObject; readonly target: RmObject }[]
    }
    assert.equal(relationships.length, 1)
    assert.notDeepEqual(relationships[0]?.source, relationships[0]?.target)
  })

  test('is read from FLAT keys as a form sends them', () => {
    const person = readFlat(
      PERSON,
      {
        'person/birth_date': '1984-02',
        'person/sex|code': 'at0004',
        'person/identifier:0|id': '4711',
        'person/person_name:0/family_name': 'Ødegård',
        'person/person_name:0/given_name:0': 'Åse',
        'person/contact:0/address:0/town': 'Tromsø',
        'person/contact:0/_time_validity/lower': '2020-01-01',
        'person/relative:0/source|id': '89c0752e-0815-47d7-8b3c-b3aaea2cea7a',
        'person/relative:0/target|id': '4712',
        'person/relative:0/target|id_scheme': 'PMI',
        'person/relative:0/target|namespace': 'hospital',
        'person/relative:0/target|type': 'PERSON',
      },
      { now: NOW },
    )
    assert.deepEqual(checked('PERSON', PERSON).faultsOf(person), [])
    const [relationship] = person['relationships'] as readonly RmObject[]
    assert.deepEqual(relationship?.['source'], {
      _type: 'PARTY_REF',
      namespace: 'local',
      type: 'PARTY',
      id: { _type: 'HIER_OBJECT_ID', value: '89c0752e-0815-47d7-8b3c-b3aaea2cea7a' },
    })
    assert.deepEqual(relationship?.['target'], {
      _type: 'PARTY_REF',
      namespace: 'hospital',
      type: 'PERSON',
      id: { _type: 'GENERIC_ID', value: '4712', scheme: 'PMI' },
    })
  })

  test('with a key that the template does not have is refused with the nearest one', () => {
    assert.throws(
      () => readFlat(PERSON, { 'person/person_name:0/family_nam': 'x' }, { now: NOW }),
      (problem: unknown) =>
        problem instanceof Problem && /family_name/.test(problem.findings[0]?.message ?? ''),
    )
  })

  test('has in its web template what the reference model demands, and no keys of a participant', () => {
    const { tree } = webTemplate(ROLE)
    const performer = tree.children.find(({ id }) => id === 'performer')
    assert.equal(performer?.rmType, 'PARTY_REF')
    assert.deepEqual(
      performer?.inputs.map(({ suffix }) => suffix),
      ['id', 'id_scheme', 'namespace', 'type'],
    )
    const paths = flatPaths(PERSON).map(({ path }) => path)
    assert.deepEqual(
      paths.filter(path => /relative|person_name:0\|/.test(path)),
      [
        'person/relative:0/kind',
        ...['source', 'target'].flatMap(end =>
          ['id', 'id_scheme', 'namespace', 'type'].map(suffix => `person/relative:0/${end}|${suffix}`),
        ),
      ],
    )
    assert.deepEqual(
      flatPaths(ROLE)
        .filter(({ required }) => required)
        .map(({ path }) => path),
      ['practitioner/title:0/job_title', 'practitioner/performer|id'],
    )
  })

  test('is completed from some of its values, and names its template', () => {
    const given = {
      identities: [
        {
          archetype_node_id: 'openEHR-DEMOGRAPHIC-PARTY_IDENTITY.person_name.v1',
          details: { items: [{ archetype_node_id: 'at0002', value: { value: 'Nansen' } }] },
        },
      ],
    }
    const options = { now: NOW, territory: 'NO', composer: { _type: 'PARTY_SELF' } }
    const person = completeInstance(PERSON, given, options)
    assert.deepEqual(checked('PERSON', PERSON).faultsOf(person), [])
    const details = person['archetype_details'] as { readonly template_id?: { readonly value: string } }
    assert.equal(details.template_id?.value, 'Person')
  })

  test('of another class than the template has is told so', () => {
    const person = exampleOf(PERSON, { detail: 'required', now: NOW })
    assert.notDeepEqual(checked('ROLE', ROLE).faultsOf(person), [])
  })
})
