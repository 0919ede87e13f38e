import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EhrData } from '@cairn-ehr/openehr/aql'
import { bindParameters, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import fc from 'fast-check'
import { randomRecords } from '../../../../openehr/test/aql/random-records.ts'
import { deidentify, shiftDate } from './deidentify.ts'
import { suppressSmallCounts } from './small-counts.ts'

const EHR = '0195f1f2-3333-7444-8555-666677778888'
const OBJECT = '0195f1f2-4444-7444-8555-666677778888'

const version = (data: Record<string, unknown>) => ({
  _type: 'ORIGINAL_VERSION',
  uid: { _type: 'OBJECT_VERSION_ID', value: `${OBJECT}::cairn.local::1` },
  commit_audit: {
    _type: 'AUDIT_DETAILS',
    system_id: 'cairn.local',
    committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr Secret' },
    time_committed: { _type: 'DV_DATE_TIME', value: '2026-03-01T10:00:00Z' },
  },
  signature: 'Secret',
  data: { _type: 'COMPOSITION', archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1', ...data },
})

const record = (data: Record<string, unknown>): EhrData => ({
  ehr_id: EHR,
  system_id: 'cairn.local',
  time_created: '2026-01-01T00:00:00.000+00:00',
  versions: [version(data)] as unknown as EhrData['versions'],
})

const cleaned = (data: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(deidentify(record(data), 'key'))) as EhrData

const dataOf = (ehr: EhrData) => ehr.versions[0]?.['data'] as Record<string, Record<string, unknown>>

describe('a record without identity', () => {
  const secrets: [what: string, data: Record<string, unknown>][] = [
    [
      'the composer',
      {
        composer: {
          _type: 'PARTY_IDENTIFIED',
          name: 'Secret',
          identifiers: [{ _type: 'DV_IDENTIFIER', id: 'Secret' }],
        },
      },
    ],
    [
      'the subject',
      {
        subject: {
          _type: 'PARTY_SELF',
          external_ref: { _type: 'PARTY_REF', id: { _type: 'GENERIC_ID', value: 'Secret' } },
        },
      },
    ],
    [
      'a participation',
      {
        participations: [
          {
            _type: 'PARTICIPATION',
            performer: { _type: 'PARTY_RELATED', name: 'Secret' },
            function: { _type: 'DV_TEXT', value: 'Secret' },
          },
        ],
      },
    ],
    ['free text', { content: [{ _type: 'ELEMENT', value: { _type: 'DV_TEXT', value: 'Secret' } }] }],
    ['a narrative', { narrative: { _type: 'DV_TEXT', value: 'Secret' } }],
    ['a location', { context: { _type: 'EVENT_CONTEXT', location: 'Secret' } }],
    [
      'an identifier',
      {
        content: [
          {
            _type: 'ELEMENT',
            value: { _type: 'DV_IDENTIFIER', id: 'Secret', issuer: 'Secret', assigner: 'Secret', type: 'x' },
          },
        ],
      },
    ],
    ['an address', { content: [{ _type: 'ELEMENT', value: { _type: 'DV_URI', value: 'https://Secret' } }] }],
    [
      'a file',
      {
        content: [
          { _type: 'ELEMENT', value: { _type: 'DV_MULTIMEDIA', data: 'Secret', alternate_text: 'Secret' } },
        ],
      },
    ],
    [
      'a text with a notation',
      { content: [{ _type: 'ELEMENT', value: { _type: 'DV_PARSABLE', value: 'Secret', formalism: 'x' } }] },
    ],
    [
      'where it came from',
      { feeder_audit: { _type: 'FEEDER_AUDIT', originating_system_audit: { system_id: 'Secret' } } },
    ],
    ['a link', { links: [{ _type: 'LINK', target: { _type: 'DV_EHR_URI', value: 'ehr:Secret' } }] }],
    ['the EHR', { note: { _type: 'HIER_OBJECT_ID', value: EHR } }],
  ]
  for (const [what, data] of secrets)
    it(`has nothing of ${what}`, () => {
      const text = JSON.stringify(cleaned(data))
      for (const secret of ['Secret', EHR, OBJECT, '2026-03-01']) assert.ok(!text.includes(secret), text)
    })

  it('keeps measurements, codes, names of nodes and times of the day', () => {
    const data = {
      name: { _type: 'DV_TEXT', value: 'Blood pressure' },
      quantity: { _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' },
      coded: {
        _type: 'DV_CODED_TEXT',
        value: 'Sitting',
        defining_code: {
          _type: 'CODE_PHRASE',
          terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
          code_string: 'at0005',
        },
      },
      duration: { _type: 'DV_DURATION', value: 'P1D' },
      time: { _type: 'DV_TIME', value: '10:11:12' },
    }
    const { _type, archetype_node_id, ...rest } = dataOf(cleaned(data))
    assert.deepEqual(rest, data)
  })

  it('knows the classes that data need not say', () => {
    const data = {
      name: { value: 'Blood pressure' },
      archetype_id: { value: 'a' },
      composer: { name: 'Secret' },
      other: { value: 'Secret' },
    }
    const { name, archetype_id, composer, other } = dataOf(
      cleaned({ ...data, context: { start_time: { value: '2026-03-01' } } }),
    )
    assert.deepEqual(
      [name, archetype_id, composer, other],
      [{ value: 'Blood pressure' }, { value: 'a' }, {}, {}],
    )
    const { context } = dataOf(cleaned({ context: { start_time: { value: '2026-03-01' } } }))
    const { value } = (context as Readonly<Record<string, { value: string }>>)['start_time'] ?? { value: '' }
    assert.match(value, /^202[56]-/)
    assert.notEqual(value, '2026-03-01')
  })

  it('keeps the distance between two dates of an EHR, and moves different EHRs by different days', () => {
    const of = (ehrId: string) => {
      const dates = {
        a: { _type: 'DV_DATE', value: '2026-03-01' },
        b: { _type: 'DV_DATE', value: '2026-03-11' },
      }
      const { a, b } = dataOf(
        JSON.parse(JSON.stringify(deidentify({ ...record(dates), ehr_id: ehrId }, 'key'))),
      )
      return [a, b].map(each => Date.parse(String(each?.['value'])))
    }
    const shifts = new Set<number>()
    for (let at = 0; at < 20; at++) {
      const [a = 0, b = 0] = of(`0195f1f2-3333-7444-8555-6666777788${String(at).padStart(2, '0')}`)
      assert.equal(b - a, 10 * 86_400_000)
      const days = (Date.parse('2026-03-01') - a) / 86_400_000
      assert.ok(days >= 1 && days <= 365)
      shifts.add(days)
    }
    assert.ok(shifts.size > 10)
  })

  it('has other ids and days under another key', () => {
    const data = { a: { _type: 'DV_DATE', value: '2026-03-01' } }
    assert.notDeepEqual(deidentify(record(data), 'key'), deidentify(record(data), 'another'))
    assert.deepEqual(deidentify(record(data), 'key'), deidentify(record(data), 'key'))
  })

  const dates: [text: string, days: number, shifted: string | undefined][] = [
    ['2026-03-01', 1, '2026-02-28'],
    ['2026-01-01T10:00:00+01:00', 1, '2025-12-31T10:00:00+01:00'],
    ['20260301', 1, '20260228'],
    ['20260301T101112', 1, '20260228T101112'],
    ['2026-03', 30, '2026-02'],
    ['2026', 365, '2025'],
    ['10:00', 1, undefined],
  ]
  for (const [text, days, shifted] of dates)
    it(`${text} ${days} days before is ${shifted}`, () => assert.equal(shiftDate(text, days), shifted))

  it('has no text of random records but names of nodes, codes and ids of definitions', () => {
    fc.assert(
      fc.property(randomRecords, records => {
        for (const each of records) {
          const text = JSON.stringify(deidentify({ ...each, ehr_id: EHR }, 'key'))
          assert.doesNotMatch(text, /"name":"/)
          assert.doesNotMatch(text, /"_type":"DV_TEXT","value"(?<!"name":\{"_type":"DV_TEXT","value")/)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('small counts', () => {
  const systems = (count: number): EhrData[] =>
    Array.from({ length: count }, (_, at) => ({
      ehr_id: String(at),
      system_id: at < 6 ? 'many' : 'few',
      time_created: '2026-01-01T00:00:00Z',
      versions: [],
    }))
  const answer = (text: string, count: number) => {
    const bound = bindParameters(parseAql(text), {})
    const suppressed = suppressSmallCounts(bound)
    if (!suppressed) return undefined
    const { rows } = evaluate(suppressed.query, systems(count), { now: '2026-01-01T00:00:00Z' })
    return rows.flatMap(row => {
      const shown = suppressed.shown(row)
      return shown ? [shown] : []
    })
  }

  it('are null, and groups of few rows are left out', () => {
    assert.deepEqual(answer('SELECT COUNT(*) FROM EHR e', 4), [[null]])
    assert.deepEqual(answer('SELECT COUNT(*), MAX(e/system_id/value) FROM EHR e', 4), [[null, null]])
    assert.deepEqual(answer('SELECT COUNT(*) FROM EHR e', 5), [[5]])
    assert.deepEqual(answer('SELECT e/system_id/value, COUNT(*) FROM EHR e', 8), [['many', 6]])
  })

  it('are no matter for a query without aggregates', () => {
    assert.equal(answer('SELECT e/ehr_id/value FROM EHR e', 8), undefined)
  })
})
