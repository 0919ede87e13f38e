/** A patient whose records have known values: for the clinical screens. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import {
  archetype,
  element,
  multiple,
  opt,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { EVENT_HEAD, PERSISTENT_HEAD, text } from '../../scripts/demo/shapes.ts'
import type { RunningServer } from '../server.ts'

type Flat = Readonly<Record<string, string | number>>

const note = (archetypeId: string, name: string, items: Readonly<Record<string, string>>) =>
  archetype(
    archetypeId,
    [
      single(
        'data',
        tree(
          'at0001',
          Object.keys(items).map(id => element(id, text, '0..1')),
        ),
      ),
    ],
    { occurrences: '0..1', terms: { at0000: name, at0001: 'Tree', ...items } },
  )

const ALLERGIES = opt({
  templateId: 'Allergy list',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.adverse_reaction_list.v1',
    [
      ...PERSISTENT_HEAD,
      multiple(
        'content',
        note('openEHR-EHR-EVALUATION.adverse_reaction_risk.v1', 'Adverse reaction', { at0002: 'Substance' }),
        '1..*',
      ),
    ],
    { terms: { at0000: 'Allergy list' } },
  ),
})

/** An archetype that nobody published, and one that a file of the site defines. */
const NOTES = opt({
  templateId: 'Site note',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.encounter.v1',
    [
      ...EVENT_HEAD,
      multiple(
        'content',
        [
          note('openEHR-EHR-EVALUATION.unpublished.v0', 'Unpublished', { at0002: 'Text' }),
          note('openEHR-EHR-EVALUATION.site_note.v0', 'Note of the site', { at0002: 'Text' }),
          note('openEHR-EHR-EVALUATION.precaution.v1', 'Precaution', {
            at0002: 'Condition',
            at0013: 'Category',
          }),
        ],
        '1..*',
      ),
    ],
    { terms: { at0000: 'Site note' } },
  ),
})

/** The file of the site: one definition that works, and one that does not. */
export const SITE_DEFINITIONS = [
  {
    archetypes: ['openEHR-EHR-EVALUATION.site_note.v0'],
    kind: 'note',
    icon: 'note',
    values: { text: 'data[at0001]/items[at0002]/value' },
    line: [{ en: 'site says {text}' }],
  },
  { archetypes: ['openEHR-EHR-EVALUATION.site_note.v0'], kind: 'song' },
]

const demoTemplate = (name: string): string =>
  readFileSync(new URL(`../../packages/cli/demo/${name}.opt`, import.meta.url), 'utf8')

async function answered(
  server: RunningServer,
  request: string,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await server.call(request, {
    scopes: 'api.read api.write',
    headers: { 'Content-Type': type, Prefer: 'return=representation', ...headers },
    body,
  })
  assert.ok(answer.status < 300, `${request}: ${answer.text}`)
  return answer
}

const head = (root: string, time?: string, composer = 'Nurse Ana'): Flat => ({
  'ctx/language': 'en',
  'ctx/territory': 'GB',
  'ctx/composer_name': composer,
  ...(time === undefined
    ? {}
    : { 'ctx/time': time, 'ctx/setting': '228', [`${root}/context/_location`]: 'Clinic 4' }),
})

const quantity = (path: string, magnitude: number, unit: string): Flat => ({
  [`${path}|magnitude`]: magnitude,
  [`${path}|unit`]: unit,
})

const vitalSigns = (
  time: string,
  [systolic, diastolic, pulse]: readonly number[],
  composer?: string,
): Flat => ({
  ...head('vital_signs', time, composer),
  ...quantity('vital_signs/blood_pressure/any_event:0/systolic', systolic ?? 0, 'mm[Hg]'),
  ...quantity('vital_signs/blood_pressure/any_event:0/diastolic', diastolic ?? 0, 'mm[Hg]'),
  ...quantity('vital_signs/pulse/any_event:0/rate', pulse ?? 0, '/min'),
})

/** Potassium and creatinine, with the range of the laboratory. */
function laboratory(time: string, [potassium, creatinine]: readonly number[]): Flat {
  const analyte = (index: number, code: string, value: number, unit: string, [low, high]: number[]): Flat => {
    const path = `laboratory_report/laboratory_test/analyte:${index}`
    return {
      [`${path}/name|code`]: code,
      ...quantity(`${path}/result`, value, unit),
      ...quantity(`${path}/result/_normal_range/lower`, low ?? 0, unit),
      ...quantity(`${path}/result/_normal_range/upper`, high ?? 0, unit),
    }
  }
  return {
    ...head('laboratory_report', time, 'Dr Lab'),
    'laboratory_report/laboratory_test/test_name': 'Kidney panel',
    ...analyte(0, 'at0104', potassium ?? 0, 'mmol/L', [3.5, 5.1]),
    ...analyte(1, 'at0102', creatinine ?? 0, 'umol/L', [45, 105]),
  }
}

const STATUS = {
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: { _type: 'DV_TEXT', value: 'EHR status' },
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      namespace: 'clinic',
      type: 'PERSON',
      id: { _type: 'GENERIC_ID', scheme: 'clinic', value: 'P0007' },
    },
  },
  is_queryable: true,
  is_modifiable: true,
}

export interface KnownPatient {
  readonly ehrId: string
  /** Version uid of the latest laboratory report. */
  readonly report: string
}

/** Two visits with vital signs and laboratory, a problem list, an allergy list, and two notes. */
export async function knownPatient(server: RunningServer): Promise<KnownPatient> {
  const templates = [
    ...['vital-signs', 'laboratory-report', 'problem-list'].map(demoTemplate),
    ALLERGIES,
    NOTES,
  ]
  for (const template of templates)
    await answered(server, 'POST /openehr/v1/definition/template/adl1.4', 'application/xml', template)
  const ehr = await answered(server, 'POST /openehr/v1/ehr', 'application/json', JSON.stringify(STATUS))
  const ehrId: string = ehr.json().ehr_id.value
  const commit = async (template: string, flat: Flat) => {
    const type = 'application/openehr.wt.flat+json'
    const headers = { 'openehr-template-id': template }
    const request = `POST /openehr/v1/ehr/${ehrId}/composition`
    const answer = await answered(server, request, type, JSON.stringify(flat), headers)
    return (answer.headers.get('ETag') ?? '').replaceAll('"', '')
  }
  await commit('Vital signs', vitalSigns('2026-03-01T08:00:00Z', [150, 95, 88]))
  await commit('Vital signs', vitalSigns('2026-05-02T09:30:00Z', [138, 77, 78], 'Dr Berg'))
  await commit('Laboratory report', laboratory('2026-03-01T08:10:00Z', [4.2, 80]))
  const report = await commit('Laboratory report', laboratory('2026-05-02T09:40:00Z', [5.8, 82]))
  await commit('Problem list', {
    ...head('problem_list'),
    'problem_list/problem:0/name|code': 'at0101',
    'problem_list/problem:0/status|code': 'at0201',
    'problem_list/problem:0/severity|code': 'at0048',
    'problem_list/problem:0/date_of_onset': '2014-03',
    'problem_list/problem:1/name|code': 'at0109',
    'problem_list/problem:1/status|code': 'at0202',
    'problem_list/problem:1/date_of_resolution': '2020-02-01',
  })
  await commit('Allergy list', {
    ...head('allergy_list'),
    'allergy_list/adverse_reaction/substance': 'Penicillin',
  })
  await commit('Site note', {
    ...head('site_note', '2026-05-03T10:00:00Z'),
    'site_note/unpublished/text': 'hidden in the line',
    'site_note/note_of_the_site/text': 'all is well',
  })
  return { ehrId, report }
}
