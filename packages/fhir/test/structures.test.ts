/** The language of FHIRconnect, on templates of the demo hospital: references, slots, recurring nodes, defaults, links, concept maps. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileValidator } from '@cairn-ehr/openehr/validate'
import { type Resource, toFhir, toOpenehr } from '../src/index.ts'
import { contextOf, demoTemplate, head } from './demo.ts'
import {
  COMMENT,
  comment,
  composed,
  condition,
  notes,
  OPTIONS,
  PRESSURE,
  PROBLEM,
  PROBLEMS,
  problemContext,
  problems,
  valuesAt,
  vitals,
} from './problem-mappings.ts'

describe('references, parents and slots', () => {
  const mappings = problemContext(
    `
mappings:
  - name: "evidence"
    with: { fhir: "$resource.evidence", openehr: "$archetype" , type: "NONE" }
    followedBy:
      mappings:
        - name: "detail"
          with: { fhir: "detail", openehr: "$reference" }
          reference:
            resourceType: "Observation"
            mappings:
              - name: "slot"
                with: { fhir: "$fhirRoot", openehr: "$archetype/data[at0001]" }
                slotArchetype: "CLUSTER.note"
                followedBy:
                  mappings:
                    - name: "up"
                      unidirectional: "fhir->openehr"
                      with: { fhir: "^^.code.text", openehr: "../data[at0001]/items[at0069]" }
`,
    `${head('CLUSTER.note', 'CLUSTER.note.v1', 'Observation')}
mappings:
  - name: "date"
    with: { fhir: "$resource.effective.as(dateTime)", openehr: "items[at0077]" }
`,
  )
  const observation = { resourceType: 'Observation', id: 'o1', effectiveDateTime: '2021-03-04' }
  const input = (reference: string): Resource => ({
    resourceType: 'Bundle',
    entry: [
      { resource: condition({ evidence: [{ code: [{ text: 'why' }], detail: [{ reference }] }] }) },
      { resource: observation },
    ],
  })

  it('follow a reference, a slot, and go back to parents', () => {
    const made = composed(mappings, input('Observation/o1'))
    assert.deepEqual(valuesAt(made, `${PROBLEMS}/data[at0001]/items[at0077]/value/value`), ['2021-03-04'])
    assert.deepEqual(valuesAt(made, COMMENT), ['why'])
  })
  it('make a contained resource on the way back', () => {
    const [resource] = toFhir(mappings, composed(mappings, input('Observation/o1'))).resources
    assert.deepEqual(resource?.['contained'], [
      { resourceType: 'Observation', id: '1', effectiveDateTime: '2021-03-04' },
    ])
    assert.deepEqual(resource?.['evidence'], [{ detail: [{ reference: '#1' }] }])
  })
  it('leave out what cannot be resolved', () =>
    assert.deepEqual(composed(mappings, input('Observation/unknown')), {}))
})

describe('a hierarchy', () => {
  const mappings = contextOf('Vital signs', [
    `${PRESSURE}
preprocessor:
  hierarchy:
    with: { fhir: "$resource", openehr: "$archetype/data[at0001]/events[at0006]" }
    split: { fhir: { create: "resource" } }
mappings:
  - name: "systolic"
    with: { fhir: "$resource.component", openehr: "$archetype/data[at0001]/events[at0006]/data[at0003]" }
    fhirCondition: { targetRoot: "$resource.component", targetAttribute: "code.coding.code", operator: "one of", criteria: "8480-6" }
    followedBy:
      mappings:
        - name: "value"
          with: { fhir: "value", openehr: "items[at0004]" }
        - name: "code"
          with: { fhir: "code.coding" }
          manual: [{ name: "loinc", fhir: [{ path: "system", value: "http://loinc.org" }, { path: "code", value: "8480-6" }] }]
  - name: "time"
    with: { fhir: "$resource.effective", openehr: "$archetype/data[at0001]/events[at0006]/time" }
`,
  ])
  const pressure = (value: number, time: string): Resource => ({
    resourceType: 'Observation',
    effectiveDateTime: time,
    component: [
      {
        code: { coding: [{ system: 'http://loinc.org', code: '8480-6' }] },
        valueQuantity: { value, unit: 'mm[Hg]', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
      },
    ],
  })

  it('keeps the values of one resource in one event, and makes a resource of each event', () => {
    const given = [pressure(120, '2026-01-01T08:00:00Z'), pressure(130, '2026-01-01T09:00:00Z')]
    const made = composed(
      mappings,
      { resourceType: 'Bundle', entry: given.map(resource => ({ resource })) },
      vitals,
    )
    assert.equal(valuesAt(made, '/content/data/events').length, 2)
    assert.deepEqual(compileValidator(vitals)(made), [])
    const back = toFhir(mappings, made).resources.map(({ id, ...rest }) => rest)
    assert.deepEqual(back, given)
  })
})

describe('a recurring node that paths pass through', () => {
  const path = '$archetype/data[at0001]/events[at0006]/data[at0003]'
  const mappings = contextOf('Vital signs', [
    `${PRESSURE}
mappings:
  - name: "component"
    with: { fhir: "$resource.component", openehr: "$archetype", type: "NONE" }
    followedBy:
      mappings:
        - name: "systolic"
          with: { fhir: "value.as(Quantity)", openehr: "${path}/items[at0004]" }
        - name: "diastolic"
          with: { fhir: "referenceRange.low", openehr: "${path}/items[at0005]" }
`,
  ])
  const quantity = (value: number) => ({ value, code: 'mm[Hg]' })
  const both = (high: number, low: number) => ({
    valueQuantity: quantity(high),
    referenceRange: [{ low: quantity(low) }],
  })

  it('is one for the values of one turn, and another for those of the next', () => {
    const component = [both(120, 80), { valueQuantity: quantity(130) }, both(140, 90)]
    const made = composed(mappings, { resourceType: 'Observation', component }, vitals)
    const values = (item: string) =>
      (valuesAt(made, '/content/data/events') as RmObject[]).map(event =>
        valuesAt(event, `data/items[${item}]/value/magnitude`),
      )
    assert.deepEqual(values('at0004'), [[120], [130], [140]])
    assert.deepEqual(values('at0005'), [[80], [], [90]])
  })
})

describe('defaults', () => {
  const orders = demoTemplate('medication-list')
  const mappings = contextOf('Medication list', [
    `${head('INSTRUCTION.medication_order.v3', 'INSTRUCTION.medication_order.v3', 'MedicationRequest')}
mappings:
  - name: "reason"
    with: { fhir: "$resource.reasonCode", openehr: "$archetype/activities[at0001]/description[at0002]/items[at0018]" }
  - name: "composer"
    with: { fhir: "$resource.recorder", openehr: "$composition/composer" }
`,
  ])
  const order = (more: object = {}): Resource => ({
    resourceType: 'MedicationRequest',
    reasonCode: [{ text: 'x' }],
    ...more,
  })

  it('give an order a narrative', () => {
    const made = composed(mappings, order(), orders)
    assert.deepEqual(valuesAt(made, '/content/narrative/value'), ['Medication order'])
  })
  it('name a composer who is not mapped back', () => {
    const made = composed(mappings, order(), orders)
    assert.deepEqual(valuesAt(made, '/composer/name'), ['FHIRconnect'])
    assert.equal(toFhir(mappings, made).resources[0]?.['recorder'], undefined)
    const known = composed(mappings, order({ recorder: { display: 'Dr. Ruiz' } }), orders)
    assert.deepEqual(toFhir(mappings, known).resources[0]?.['recorder'], { display: 'Dr. Ruiz' })
  })
})

describe('participations and links', () => {
  const mappings = problemContext(`${comment('$resource.note.text')}
  - name: "asserter"
    with: { fhir: "$resource.asserter", openehr: "$archetype/other_participations" }
    participationsFunction: "asserter"
  - name: "case"
    with: { fhir: "$resource.encounter", openehr: "$archetype/links" }
    link: { meaning: "the case", type: "case" }
`)
  const input: Resource = {
    resourceType: 'Bundle',
    entry: [
      {
        resource: condition({
          note: notes('x'),
          asserter: { identifier: { system: 'urn:staff', value: '7' }, display: 'Dr. Ruiz' },
          encounter: { reference: 'Encounter/e1' },
        }),
      },
      { resource: { resourceType: 'Encounter', id: 'e1' } },
    ],
  }

  it('are written with their function, and by the address that the caller gives', () => {
    const made =
      toOpenehr(mappings, problems, input, { ...OPTIONS, linked: () => 'ehr://1/c' }).composition ?? {}
    const [participation] = valuesAt(made, `${PROBLEMS}/other_participations`) as RmObject[]
    assert.deepEqual(valuesAt(participation ?? {}, 'performer/name'), ['Dr. Ruiz'])
    assert.deepEqual(valuesAt(made, `${PROBLEMS}/links/target/value`), ['ehr://1/c'])
    const [resource] = toFhir(mappings, made, { linked: () => 'Encounter/e1' }).resources
    assert.deepEqual(resource?.['encounter'], { reference: 'Encounter/e1' })
    assert.deepEqual(resource?.['asserter'], {
      identifier: { system: 'urn:staff', value: '7' },
      display: 'Dr. Ruiz',
    })
  })
  it('without an address have no link', () =>
    assert.deepEqual(valuesAt(composed(mappings, input), `${PROBLEMS}/links`), []))
})

describe('a concept map', () => {
  const url = 'http://example.org/severity'
  const conceptMaps: readonly Resource[] = [
    {
      resourceType: 'ConceptMap',
      url,
      group: [
        {
          source: 'http://snomed.info/sct',
          target: 'local',
          element: [
            {
              code: '24484000',
              display: 'Severe (severity modifier)',
              target: [{ code: 'at0049', display: 'Severe' }],
            },
          ],
        },
      ],
    },
  ]
  const severity = {
    coding: [{ system: 'http://snomed.info/sct', code: '24484000', display: 'Severe (severity modifier)' }],
    text: 'Severe',
  }
  const SEVERITY_PATH =
    'with: { fhir: "$resource.severity", openehr: "$archetype/data[at0001]/items[at0005]" }'

  for (const [where, mappings] of [
    ['a mapping', problemContext(`mappings: [{ name: "severity", ${SEVERITY_PATH}, conceptmap: "${url}" }]`)],
    [
      'a file',
      contextOf('Problem list', [
        `${PROBLEM.replace('spec:', `spec:\n  conceptmap: "${url}"`)}mappings: [{ name: "severity", ${SEVERITY_PATH} }]`,
      ]),
    ],
  ] as const)
    it(`of ${where} translates codes both ways`, () => {
      const { composition = {} } = toOpenehr(mappings, problems, condition({ severity }), {
        ...OPTIONS,
        conceptMaps,
      })
      const path = `${PROBLEMS}/data[at0001]/items[at0005]/value/defining_code/code_string`
      assert.deepEqual(valuesAt(composition, path), ['at0049'])
      assert.deepEqual(toFhir(mappings, composition, { conceptMaps }).resources[0]?.['severity'], severity)
    })
})
