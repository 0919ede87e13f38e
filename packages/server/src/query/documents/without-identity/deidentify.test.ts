import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EhrData } from '@cairn-ehr/openehr/aql'
import { concreteTypes, isA, type RmObject, rmClass, rmClasses } from '@cairn-ehr/openehr/rm'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import {
  archetype,
  codes,
  data,
  element,
  multiple,
  named,
  object,
  opt,
  ordinal,
  quantity,
  single,
} from '../../../../../openehr/fixtures/opt-builder/index.ts'
import { deidentifyEhr, deidentifyVersion } from './deidentify.ts'
import { shiftDate } from './replacement.ts'
import { type TemplateTexts, templateTexts } from './template-texts.ts'

const EHR = '0195f1f2-3333-7444-8555-666677778888'
const OBJECT = '0195f1f2-4444-7444-8555-666677778888'
const SECRET = 'Secret Meyer'
const ROOT = 'openEHR-EHR-COMPOSITION.encounter.v1'
const ENTRY = 'openEHR-EHR-EVALUATION.note.v1'

const TEMPLATE = compileTemplate(
  opt({
    templateId: 'Note.v1',
    definition: archetype(
      ROOT,
      [
        multiple(
          'content',
          archetype(
            ENTRY,
            [
              single(
                'data',
                object(
                  'ITEM_TREE',
                  [
                    multiple('items', [
                      element('at0002', quantity([{ units: 'puff', magnitude: '0.0..9.0' }])),
                      element(
                        'at0003',
                        object('DV_CODED_TEXT', [
                          single('defining_code', codes('local', ['at0010', 'at0011'])),
                        ]),
                      ),
                      element('at0004', ordinal([[1, 'at0010']])),
                      object('ELEMENT', [named('Left', 'Right')], { nodeId: 'at0005', occurrences: '0..*' }),
                      element(
                        'at0006',
                        object('DV_CODED_TEXT', [single('defining_code', codes('HOUSE', ['A1']))]),
                      ),
                      element('at0007', object('DV_TEXT')),
                    ]),
                  ],
                  { nodeId: 'at0001' },
                ),
              ),
            ],
            {
              occurrences: '0..*',
              terms: {
                at0000: 'Note',
                at0001: 'Tree',
                at0002: 'Puffs',
                at0003: 'Position',
                at0004: 'Score',
                at0005: 'Side',
                at0006: 'House code',
                at0007: 'Comment',
                at0010: 'Sitting',
                at0011: 'Lying',
                'HOUSE::A1': 'First',
              },
            },
          ),
        ),
      ],
      { terms: { at0000: 'Encounter' } },
    ),
  }),
)
const TEXTS = templateTexts(TEMPLATE)

const version = (content: unknown): RmObject => ({
  _type: 'ORIGINAL_VERSION',
  uid: { _type: 'OBJECT_VERSION_ID', value: `${OBJECT}::cairn.local::1` },
  contribution: {
    _type: 'OBJECT_REF',
    namespace: SECRET,
    type: SECRET,
    id: { _type: 'HIER_OBJECT_ID', value: OBJECT },
  },
  commit_audit: {
    _type: 'AUDIT_DETAILS',
    system_id: 'cairn.local',
    committer: { _type: 'PARTY_IDENTIFIED', name: SECRET },
    time_committed: { _type: 'DV_DATE_TIME', value: '2026-03-01T10:00:00Z' },
    change_type: data.codedText('openehr', '249', SECRET),
    description: data.text(SECRET),
  },
  signature: SECRET,
  data: content,
})

const owner = { ehr_id: EHR, system_id: 'cairn.local' }

const shownVersion = (content: unknown, texts: TemplateTexts | undefined = TEXTS) =>
  deidentifyVersion(version(content), owner, 'key', texts)

const composition = (rest: object) => data.composition(ROOT, 'Note.v1', { ...rest })

const note = (...items: unknown[]) =>
  composition({ content: [data.entry(ENTRY, { data: data.locatable('ITEM_TREE', 'at0001', { items }) })] })

type Json = Readonly<Record<string, unknown>>

/** The first item of the note as it is shown. */
function shownItem(item: unknown): Json | undefined {
  const { data: shown } = shownVersion(note(item)) as { data: { content: { data: { items: Json[] } }[] } }
  return shown.content[0]?.data.items[0]
}

/** The value as an ELEMENT of the note shows it. */
const shownValue = (value: unknown, nodeId = 'at0007') => shownItem(data.element(nodeId, value))?.['value']

const assertHidden = (shown: unknown, ...secrets: string[]) => {
  const text = JSON.stringify(shown)
  for (const secret of [SECRET, EHR, OBJECT, '2026-03-01', ...secrets])
    assert.ok(!text.includes(secret), text)
}

/** An object of the class with the secret in every text, and objects down to some depth in every attribute. */
function filled(type: string, depth: number, choice: number, nodeId: string): RmObject {
  const made: Record<string, unknown> = { _type: type }
  for (const { name, type: declared, container, computed } of rmClass(type)?.attributes.values() ?? []) {
    if (computed) continue
    const value = filledValue(declared === 'Any' ? 'ELEMENT' : declared, depth, choice)
    if (value !== undefined) made[name] = container ? [value, value] : value
  }
  return isA(type, 'LOCATABLE') ? { ...made, archetype_node_id: nodeId } : made
}

function filledValue(declared: string, depth: number, choice: number): unknown {
  if (declared === 'Integer' || declared === 'Real') return 7
  if (declared === 'Boolean') return true
  const types = concreteTypes(declared)
  if (types.length === 0) return rmClass(declared) ? undefined : SECRET
  return depth === 0 ? undefined : filled(types[choice % types.length] ?? '', depth - 1, choice, 'at0001')
}

describe('a record without identity', () => {
  it('has no text that a client may have typed, in any attribute of any class', () => {
    for (const { name, abstract } of rmClasses()) {
      if (abstract) continue
      for (let choice = 0; choice < concreteTypes('DATA_VALUE').length; choice++) {
        const made = filled(name, 2, choice, ENTRY)
        for (const at of [made, note(made), note(data.element('at0007', made))])
          assertHidden(shownVersion(at))
      }
      const made = filled(name, 2, 0, SECRET)
      assertHidden([shownVersion(made), shownVersion(made, undefined)])
    }
  })

  it('has no text where a client has invented a class or an attribute', () => {
    assertHidden(shownVersion(note(data.element('at0007', { _type: `DV_TEXT<${SECRET}>`, value: SECRET }))))
    assertHidden(shownVersion(note(data.element('at0007', { _type: SECRET, value: SECRET }))))
    assertHidden(shownVersion(composition({ note: SECRET, constructor: SECRET, [SECRET]: 1 })))
    assertHidden(shownVersion(note(data.element('at0007', { _type: 'DV_COUNT', magnitude: SECRET }))))
  })

  const hidden: [what: string, value: unknown][] = [
    ['free text', data.text(SECRET)],
    ['a duration that is none', { _type: 'DV_DURATION', value: SECRET }],
    ['a time that is none', { _type: 'DV_TIME', value: `10:00 ${SECRET}` }],
    ['a date with more behind it', { _type: 'DV_DATE', value: `2026-03-01 ${SECRET}` }],
    ['units', { _type: 'DV_QUANTITY', magnitude: 1, units: SECRET }],
    ['the status of a magnitude', { _type: 'DV_COUNT', magnitude: 1, magnitude_status: SECRET }],
    ['a code of an unknown terminology', data.codedText('HOUSE', SECRET)],
    ['a code in no form of its terminology', data.codedText('SNOMED-CT', SECRET)],
    ['a terminology', data.codedText(`SNOMED-CT(${SECRET})`, '73211009')],
    ['a local code', data.codedText('local', SECRET)],
    ['an openEHR code', data.codedText('openehr', SECRET)],
    [
      'a mapping',
      {
        ...data.text('x'),
        mappings: [
          {
            _type: 'TERM_MAPPING',
            match: SECRET,
            purpose: data.codedText('openehr', '669', SECRET),
            target: { ...data.codePhrase('SNOMED-CT', '73211009'), preferred_term: SECRET },
          },
        ],
      },
    ],
  ]
  for (const [what, value] of hidden)
    it(`has nothing typed of ${what}`, () => assertHidden(shownVersion(note(data.element('at0007', value)))))

  it('has the rubric of a code and not the text beside it', () => {
    assert.deepEqual(
      shownValue(data.codedText('local', 'at0010', SECRET), 'at0003'),
      data.codedText('local', 'at0010', 'Sitting'),
    )
    assert.deepEqual(
      shownValue(data.codedText('HOUSE', 'A1', SECRET)),
      data.codedText('HOUSE', 'A1', 'First'),
    )
    assert.deepEqual(
      shownValue(data.codedText('openehr', '433', SECRET)),
      data.codedText('openehr', '433', 'event'),
    )
    assert.deepEqual(
      shownValue({ _type: 'DV_ORDINAL', value: 1, symbol: data.codedText('local', 'at0010', SECRET) }),
      {
        _type: 'DV_ORDINAL',
        value: 1,
        symbol: data.codedText('local', 'at0010', 'Sitting'),
      },
    )
  })

  it('has code and terminology alone where nobody here has the rubric', () => {
    const codes: [terminology: string, code: string][] = [
      ['SNOMED-CT', '73211009'],
      ['http://snomed.info/sct', '73211009'],
      ['ICD10(2019)', 'E11.9'],
      ['LOINC', '8480-6'],
      ['ATC', 'A10BA02'],
    ]
    for (const [terminology, code] of codes)
      assert.deepEqual(shownValue(data.codedText(terminology, code, SECRET)), {
        _type: 'DV_CODED_TEXT',
        defining_code: data.codePhrase(terminology, code),
      })
  })

  const nameOf = (item: unknown) => (shownItem(item)?.['name'] as Json | undefined)?.['value']

  it('has names of the template alone', () => {
    assert.equal(nameOf(data.locatable('ELEMENT', 'at0002', {}, 'Puffs')), 'Puffs')
    assert.equal(nameOf(data.locatable('ELEMENT', 'at0002', {}, SECRET)), 'Puffs')
    assert.equal(nameOf(data.locatable('ELEMENT', 'at0005', {}, 'Right')), 'Right')
    assert.equal(nameOf(data.locatable('ELEMENT', 'at0005', {}, SECRET)), 'Side')
    const coded = { ...data.locatable('ELEMENT', 'at0002'), name: data.codedText('local', 'at0011', SECRET) }
    assert.equal(nameOf(coded), 'Puffs')
  })

  it('has no nodes that the template does not know', () => {
    assert.equal(
      shownItem(data.locatable('ELEMENT', 'at0099', { value: { _type: 'DV_COUNT', magnitude: 1 } })),
      undefined,
    )
    assert.equal(shownItem(data.root('openEHR-EHR-CLUSTER.meyer.v1')), undefined)
  })

  it('has of a status and a folder without a template only flags and references', () => {
    const status = {
      ...data.root('openEHR-EHR-EHR_STATUS.generic.v1'),
      subject: {
        _type: 'PARTY_SELF',
        external_ref: { _type: 'PARTY_REF', id: { _type: 'GENERIC_ID', value: SECRET } },
      },
      is_queryable: true,
      is_modifiable: false,
      other_details: data.locatable('ITEM_TREE', 'at0001', {
        items: [data.element('at0002', { _type: 'DV_COUNT', magnitude: 1 })],
      }),
    }
    const { name, other_details, ...rest } = status as Record<string, unknown>
    const { data: shown } = shownVersion(status, undefined)
    assert.deepEqual(shown, { ...rest, subject: { _type: 'PARTY_SELF' } })
    const folder = data.root('openEHR-EHR-FOLDER.meyer.v1', {
      folders: [data.locatable('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', {}, SECRET)],
      items: [
        {
          _type: 'OBJECT_REF',
          namespace: SECRET,
          type: 'VERSIONED_COMPOSITION',
          id: { _type: 'HIER_OBJECT_ID', value: `${OBJECT}::${SECRET}` },
        },
      ],
    })
    const { data: shownFolder } = shownVersion(folder, undefined)
    assert.deepEqual(shownFolder, {
      _type: 'FOLDER',
      archetype_details: {
        _type: 'ARCHETYPED',
        archetype_id: { _type: 'ARCHETYPE_ID' },
        rm_version: '1.1.0',
      },
      folders: [{ _type: 'FOLDER', archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1' }],
      items: [{ _type: 'OBJECT_REF', type: 'VERSIONED_COMPOSITION', id: { _type: 'HIER_OBJECT_ID' } }],
    })
  })

  it('keeps measurements, units, lengths of time and times of the day', () => {
    const values = [
      { _type: 'DV_QUANTITY', magnitude: 120.5, units: 'mm[Hg]', precision: 1, magnitude_status: '<' },
      { _type: 'DV_QUANTITY', magnitude: 2, units: 'puff' },
      { _type: 'DV_QUANTITY', magnitude: 2, units: 'mg/ml' },
      { _type: 'DV_DURATION', value: 'P1DT2H' },
      { _type: 'DV_TIME', value: '10:11:12' },
      { _type: 'DV_BOOLEAN', value: false },
      { _type: 'DV_PROPORTION', numerator: 1, denominator: 2, type: 0 },
      {
        _type: 'DV_INTERVAL',
        lower: { _type: 'DV_COUNT', magnitude: 1 },
        upper: { _type: 'DV_COUNT', magnitude: 2 },
        lower_unbounded: false,
        upper_unbounded: false,
        lower_included: true,
        upper_included: true,
      },
    ]
    for (const value of values) assert.deepEqual(shownValue(value), value)
  })

  it('has classes that data need not say', () => {
    const { data: shown } = shownVersion({
      ...note({ _type: 'ELEMENT', archetype_node_id: 'at0002', name: { value: SECRET } }),
      context: { start_time: { value: '2026-03-01' } },
    }) as { data: { context: { start_time: { value: string } }; content: { data: { items: object[] } }[] } }
    assert.deepEqual(shown.content[0]?.data.items, [
      { _type: 'ELEMENT', archetype_node_id: 'at0002', name: { value: 'Puffs' } },
    ])
    assert.match(shown.context.start_time.value, /^202[56]-/)
    assert.notEqual(shown.context.start_time.value, '2026-03-01')
  })

  it('replaces the ids of other systems', () => {
    const at = {
      ...version(undefined),
      uid: { _type: 'OBJECT_VERSION_ID', value: `${OBJECT}::${SECRET}::2` },
    }
    const { uid } = deidentifyVersion(at, owner, 'key', TEXTS) as { uid: { value: string } }
    assert.match(uid.value, /^[0-9a-f-]{36}::[0-9a-f-]{36}::2$/)
  })

  it('keeps the distance between two dates of an EHR, and moves different EHRs by different days', () => {
    const dateOf = (ehr_id: string, value: string) => {
      const { data: shown } = deidentifyVersion(
        version(composition({ context: data.eventContext({ start_time: data.dateTime(value) }) })),
        { ...owner, ehr_id },
        'key',
        TEXTS,
      ) as { data: { context: { start_time: { value: string } } } }
      return Date.parse(shown.context.start_time.value)
    }
    const shifts = new Set<number>()
    for (let at = 0; at < 20; at++) {
      const ehrId = `0195f1f2-3333-7444-8555-6666777788${String(at).padStart(2, '0')}`
      const [a, b] = [dateOf(ehrId, '2026-03-01'), dateOf(ehrId, '2026-03-11')]
      assert.equal(b - a, 10 * 86_400_000)
      const days = (Date.parse('2026-03-01') - a) / 86_400_000
      assert.ok(days >= 1 && days <= 365)
      shifts.add(days)
    }
    assert.ok(shifts.size > 10)
  })

  it('has other ids and days under another key', () => {
    const ehr: EhrData = { ...owner, time_created: '2026-01-01T00:00:00.000+00:00', versions: [] }
    assert.notDeepEqual(deidentifyEhr(ehr, 'key'), deidentifyEhr(ehr, 'another'))
    assert.deepEqual(deidentifyEhr(ehr, 'key'), deidentifyEhr(ehr, 'key'))
    assertHidden(deidentifyEhr(ehr, 'key'), '2026-01-01')
  })

  const dates: [text: string, days: number, shifted: string | undefined][] = [
    ['2026-03-01', 1, '2026-02-28'],
    ['2026-01-01T10:00:00+01:00', 1, '2025-12-31T10:00:00+01:00'],
    ['20260301', 1, '20260228'],
    ['20260301T101112', 1, '20260228T101112'],
    ['2026-03', 30, '2026-02'],
    ['2026', 365, '2025'],
    ['10:00', 1, undefined],
    ['2026-03-01 Meyer', 1, undefined],
  ]
  for (const [text, days, shifted] of dates)
    it(`${text} ${days} days before is ${shifted}`, () => assert.equal(shiftDate(text, days), shifted))
})
