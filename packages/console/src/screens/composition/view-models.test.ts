import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { canonicalize } from '@cairn-ehr/openehr/format'
import { compileTemplate, exampleOf } from '@cairn-ehr/openehr/template'
import type { RmObject } from '../../display/rm-object.ts'
import { readCompositionSearch } from './composition-search.ts'
import { comparable, differenceOf } from './difference.ts'
import { labelsOf } from './labels.ts'
import { readableComposition } from './readable.ts'
import type { ReadableNode } from './readable-node.ts'
import { checkSignature, signedForm } from './signature.ts'
import { versionEntries } from './versions.ts'

const options = { style: { language: 'en', zone: 'UTC' }, word: (label: string) => label } as const

const element = (id: string, name: string, value: object) => ({
  _type: 'ELEMENT',
  archetype_node_id: id,
  name: { value: name },
  value,
})

function bloodPressure(systolic: number, more: object[] = []): RmObject {
  return {
    _type: 'COMPOSITION',
    archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
    name: { value: 'Vital signs' },
    context: { start_time: { _type: 'DV_DATE_TIME', value: '2026-11-14T09:30:00Z' } },
    content: [
      {
        _type: 'OBSERVATION',
        archetype_node_id: 'openEHR-EHR-OBSERVATION.blood_pressure.v2',
        name: { value: 'Blood pressure' },
        subject: { _type: 'PARTY_SELF' },
        data: {
          _type: 'HISTORY',
          archetype_node_id: 'at0001',
          events: [
            {
              _type: 'POINT_EVENT',
              archetype_node_id: 'at0006',
              name: { value: 'Any event' },
              data: {
                _type: 'ITEM_TREE',
                archetype_node_id: 'at0003',
                items: [
                  element('at0004', 'Systolic', {
                    _type: 'DV_QUANTITY',
                    magnitude: systolic,
                    units: 'mm[Hg]',
                  }),
                  ...more,
                ],
              },
            },
          ],
        },
      },
    ],
  }
}

const flat = (nodes: readonly ReadableNode[]): ReadableNode[] =>
  nodes.flatMap(node => [node, ...flat(node.children)])

describe('a readable composition', () => {
  it('has entries, events and values with their paths, and no wrappers', () => {
    const { title, content } = readableComposition(bloodPressure(128), options)
    assert.equal(title, 'Vital signs')
    assert.deepEqual(
      flat(content).map(({ kind, label }) => [kind, label]),
      [
        ['entry', 'Blood pressure'],
        ['event', 'Any event'],
        ['element', 'Systolic'],
      ],
    )
    assert.equal(
      flat(content).at(-1)?.path,
      '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]',
    )
  })

  it('gives siblings of one node id keys of their own', () => {
    const note = (text: string) => element('at0009', 'Note', { _type: 'DV_TEXT', value: text })
    const { content } = readableComposition(bloodPressure(128, [note('a'), note('b')]), options)
    const keys = flat(content).map(({ key }) => key)
    assert.equal(new Set(keys).size, keys.length)
  })

  it('shows every value of a whole example, whatever its classes', () => {
    const template = compileTemplate(
      readFileSync(new URL('../../../../cli/demo/medication-list.opt', import.meta.url)),
    )
    const example = exampleOf(template, { detail: 'complete', now: '2026-11-15T08:00:00Z' })
    const { content } = readableComposition(example as unknown as RmObject, options)
    const nodes = flat(content)
    assert.ok(nodes.some(({ kind }) => kind === 'element'))
    for (const { value, label } of nodes) if (value) assert.notEqual(value.text, '', label)
  })

  it('uses the labels of the template where the data have its name', () => {
    const web = {
      tree: {
        aqlPath: '',
        children: [
          {
            aqlPath:
              '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value',
            name: 'Systolic',
            localizedNames: { en: 'Systolic', de: 'Systolisch' },
          },
        ],
      },
    }
    const labelOf = labelsOf(web, 'de')
    const { content } = readableComposition(bloodPressure(128), { ...options, labelOf })
    assert.equal(flat(content).at(-1)?.label, 'Systolisch')
    assert.equal(labelOf('/content[x]', 'Systolic'), undefined)
  })
})

describe('the difference of two versions', () => {
  const read = (composition: RmObject) => readableComposition(composition, options)
  const position = element('at0008', 'Position', { _type: 'DV_CODED_TEXT', value: 'Sitting' })

  it('is told in labels and values', () => {
    const changes = differenceOf(read(bloodPressure(128)), read(bloodPressure(131, [position])))
    assert.deepEqual(
      changes.map(({ kind, labels, before, after }) => [kind, labels.at(-1), before, after]),
      [
        ['changed', 'Systolic', '128 mmHg', '131 mmHg'],
        ['added', 'Position', undefined, 'Sitting'],
      ],
    )
  })

  it('names what is gone', () => {
    const [change] = differenceOf(read(bloodPressure(128, [position])), read(bloodPressure(128)))
    assert.deepEqual([change?.kind, change?.before], ['removed', 'Sitting'])
  })

  it('is empty for equal versions', () => {
    assert.deepEqual(differenceOf(read(bloodPressure(128)), read(bloodPressure(128))), [])
  })
})

it('as text, two versions differ neither in the order of their members nor in uids', () => {
  const entry = (uid: string) => ({ archetype_node_id: 'at0001', uid: { value: uid }, name: 'Pulse' })
  const older = { uid: { value: 'a::b::1' }, archetype_node_id: 'at0000', content: [entry('x')] }
  const newer = { content: [{ name: 'Pulse', uid: { value: 'y' }, archetype_node_id: 'at0001' }] }
  assert.equal(
    JSON.stringify(comparable(older)),
    JSON.stringify(comparable({ ...newer, archetype_node_id: 'at0000', uid: { value: 'a::b::2' } })),
  )
  // The uid of a party that a record names is data, and stays.
  assert.deepEqual(comparable({ subject: { uid: 'x' } }), { subject: { uid: 'x' } })
})

describe('the signature of a version', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1' }] }
  const version = {
    _type: 'ORIGINAL_VERSION',
    uid: { _type: 'UID_BASED_ID', value: 'x::y::1' },
    contribution: {
      _type: 'OBJECT_REF',
      id: { _type: 'OBJECT_VERSION_ID', value: 'c' },
      namespace: 'local',
      type: 'COMPOSITION',
    },
    other_input_version_uids: [],
    attestations: [],
    data: bloodPressure(128),
  }
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: 'k1' })).toString('base64url')
  const digest = createHash('sha256')
    .update(canonicalize(signedForm(version) as never))
    .digest('base64url')
  const signature = `${header}..${sign(null, Buffer.from(`${header}.${digest}`), privateKey).toString('base64url')}`

  it('is valid for what was signed, in the words of either profile', async () => {
    assert.equal(await checkSignature({ ...version, signature }, jwks), 'valid')
    const openehr = { ...signedForm(version), signature }
    assert.equal(await checkSignature(openehr, jwks), 'valid')
  })

  it('is invalid when anything was changed', async () => {
    assert.equal(await checkSignature({ ...version, data: bloodPressure(129), signature }, jwks), 'invalid')
    assert.equal(await checkSignature(version, jwks), 'invalid')
  })

  it('is unknown without its key', async () => {
    assert.equal(await checkSignature({ ...version, signature }, { keys: [] }), 'unknown key')
  })
})

it('versions are listed from the latest on', () => {
  const item = (number: number) => ({
    version_id: { value: `x::y::${number}` },
    audits: [
      {
        time_committed: { value: '2026-11-14T09:30:00Z' },
        committer: { name: 'Dr A' },
        change_type: { value: 'creation' },
      },
    ],
  })
  assert.deepEqual(
    versionEntries({ items: [item(1), item(2)] }).map(({ number, committer }) => [number, committer]),
    [
      [2, 'Dr A'],
      [1, 'Dr A'],
    ],
  )
})

it('an address names the view', () => {
  assert.deepEqual(readCompositionSearch({ view: 'changes', with: '2' }), { view: 'changes', with: 2 })
  assert.deepEqual(readCompositionSearch({ view: 'other', with: 'x' }), {})
})
