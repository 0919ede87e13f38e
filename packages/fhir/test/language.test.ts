/** The language of FHIRconnect, one feature a test, on templates of the demo hospital: paths, conditions, constants, extensions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { type MappingContext, toFhir } from '../src/index.ts'
import { extensionHead } from './demo.ts'
import {
  COMMENT,
  comment,
  composed,
  condition,
  notes,
  PROBLEMS,
  problemContext,
  valuesAt,
} from './problem-mappings.ts'

const SEVERITY = `
mappings:
  - name: "severity"
    with: { fhir: "$resource.severity.coding", openehr: "$archetype/data[at0001]/items[at0005]" }
    manual:
      - name: "mild"
        openehr: [{ path: "defining_code/terminology_id", value: "local" }, { path: "defining_code/code_string", value: "at0047" }, { path: "value", value: "mild" }]
        fhirCondition: { targetRoot: "$fhirRoot", targetAttribute: "code", operator: "one of", criteria: "255604002" }
        fhir: [{ path: "system", value: "http://snomed.info/sct" }, { path: "code", value: "255604002" }]
        openehrCondition: { targetRoot: "$openehrRoot", targetAttribute: "defining_code/code_string", operator: "one of", criteria: "at0047" }
      - name: "severe"
        openehr: [{ path: "defining_code/terminology_id", value: "local" }, { path: "defining_code/code_string", value: "at0049" }]
        fhirCondition: { targetRoot: "$fhirRoot", targetAttribute: "code", operator: "one of", criteria: "24484000" }
        fhir: [{ path: "system", value: "http://snomed.info/sct" }, { path: "code", value: "24484000" }]
        openehrCondition: { targetRoot: "$openehrRoot", targetAttribute: "defining_code/code_string", operator: "one of", criteria: "at0049" }
`

describe('with', () => {
  it('maps a path both ways', () => {
    const mappings = problemContext(comment('$resource.note.text'))
    const made = composed(mappings, condition({ note: notes('first') }))
    assert.deepEqual(valuesAt(made, COMMENT), ['first'])
    assert.deepEqual(toFhir(mappings, made).resources[0]?.['note'], notes('first'))
  })

  it('keeps the last of several values where the template has one', () => {
    const mappings = problemContext(comment('$resource.note.text'))
    assert.deepEqual(valuesAt(composed(mappings, condition({ note: notes('a', 'b') })), COMMENT), ['b'])
  })

  it('appends to a list of FHIR, from two openEHR paths', () => {
    const given = problemContext(SEVERITY + comment('$resource.note.text').replace('mappings:', ''))
    const severity = { coding: [{ system: 'http://snomed.info/sct', code: '24484000' }] }
    const made = composed(given, condition({ note: notes('x'), severity }))
    const mappings = problemContext(`${comment('$resource.note.text')}
  - name: "severity"
    with: { fhir: "$resource.note.text", openehr: "$archetype/data[at0001]/items[at0005]" }`)
    assert.deepEqual(toFhir(mappings, made).resources[0]?.['note'], notes('x', 'Severe'))
  })

  it('makes an entry for each resource of a Bundle, and a resource for each entry', () => {
    const mappings = problemContext(comment('$resource.note.text'))
    const entry = ['a', 'b'].map(text => ({ resource: condition({ note: notes(text) }) }))
    const made = composed(mappings, { resourceType: 'Bundle', entry })
    assert.deepEqual(valuesAt(made, COMMENT), ['a', 'b'])
    assert.equal(toFhir(mappings, made).resources.length, 2)
  })
})

describe('the id of a resource', () => {
  it('is the same in every version of a composition, and another in another composition', () => {
    const mappings = problemContext(comment('$resource.note.text'))
    const made = composed(mappings, condition({ note: notes('x') }))
    const id = (uid: string) =>
      toFhir(mappings, { ...made, uid: { _type: 'OBJECT_VERSION_ID', value: uid } }).resources[0]?.['id']
    assert.equal(id('a::cairn::1'), id('a::cairn::2'))
    assert.notEqual(id('a::cairn::1'), id('b::cairn::1'))
  })
})

describe('directions', () => {
  const both = (direction: string) =>
    problemContext(comment('$resource.note.text', `    unidirectional: "${direction}"`))
  it('of FHIR to openEHR alone writes no FHIR', () => {
    const made = composed(both('fhir->openEHR'), condition({ note: notes('x') }))
    assert.deepEqual(valuesAt(made, COMMENT), ['x'])
    assert.deepEqual(toFhir(both('fhir->openehr'), made).resources, [])
  })
  it('of openEHR to FHIR alone writes no openEHR', () =>
    assert.deepEqual(composed(both('openehr->fhir'), condition({ note: notes('x') })), {}))
})

describe('conditions', () => {
  const when = (operator: string, criteria: string, root = '$resource.note', attribute = 'authorString') =>
    problemContext(
      comment(
        '$resource.note.text',
        `    fhirCondition: { targetRoot: "${root}", targetAttribute: "${attribute}", operator: "${operator}"${criteria} }`,
      ),
    )
  const input = condition({ note: [{ text: 'mine', authorString: 'me' }, { text: 'nobody' }] })
  const found = (mappings: MappingContext) => valuesAt(composed(mappings, input), COMMENT)

  it('one of', () => assert.deepEqual(found(when('one of', ', criteria: ["me", "you"]')), ['mine']))
  it('not of', () => assert.deepEqual(found(when('not of', ', criteria: "me"')), ['nobody']))
  it('empty', () => assert.deepEqual(found(when('empty', '')), ['nobody']))
  it('not empty', () => assert.deepEqual(found(when('not empty', '')), ['mine']))
  it('type', () => assert.deepEqual(found(when('type', ', criteria: "string"')), ['mine']))
  it('on another path are true or false for all', () => {
    assert.deepEqual(found(when('empty', '', '$resource', 'severity')), ['nobody'])
    assert.deepEqual(found(when('not empty', '', '$resource', 'severity')), [])
  })
  it('of openEHR filter what goes to FHIR', () => {
    const given = composed(problemContext(comment('$resource.note.text')), condition({ note: notes('x') }))
    const filter = (criteria: string) =>
      problemContext(
        comment(
          '$resource.note.text',
          `    openehrCondition: { targetRoot: "$archetype/data[at0001]", targetAttribute: "items[at0069]", operator: "one of", criteria: "${criteria}" }`,
        ),
      )
    assert.equal(toFhir(filter('x'), given).resources.length, 1)
    assert.deepEqual(toFhir(filter('y'), given).resources, [])
  })
  it('of the preprocessor leave out whole resources', () => {
    const mappings = problemContext(`
preprocessor:
  fhirCondition: { targetRoot: "$resource", targetAttribute: "verificationStatus.coding.code", operator: "not of", criteria: "entered-in-error" }
${comment('$resource.note.text')}`)
    const wrong = { verificationStatus: { coding: [{ code: 'entered-in-error' }] }, note: notes('x') }
    assert.deepEqual(composed(mappings, condition(wrong)), {})
  })
})

describe('manual', () => {
  const severity = (code: string) =>
    condition({ severity: { coding: [{ system: 'http://snomed.info/sct', code }] } })

  it('puts constants together, with the text of the template', () => {
    const made = composed(problemContext(SEVERITY), severity('24484000'))
    const [value] = valuesAt(made, `${PROBLEMS}/data[at0001]/items[at0005]/value`) as RmObject[]
    assert.equal(value?.['value'], 'Severe')
    assert.deepEqual(
      toFhir(problemContext(SEVERITY), made).resources[0]?.['severity'],
      severity('24484000')['severity'],
    )
  })
  it('sets nothing where no condition holds', () =>
    assert.deepEqual(composed(problemContext(SEVERITY), severity('1')), {}))
})

describe('extensions', () => {
  const add = (text: string) =>
    problemContext(
      comment('$resource.note.text'),
      extensionHead('more', 'EVALUATION.problem_diagnosis.v1') + text,
    )
  const DATE = `with: { fhir: "$resource.recordedDate", openehr: "$archetype/data[at0001]/items[at0077]" }`
  const input = condition({ note: notes('x'), recordedDate: '2020-01-02' })
  const onset = (made: RmObject) => valuesAt(made, `${PROBLEMS}/data[at0001]/items[at0077]/value/value`)

  it('add a mapping', () => {
    const made = composed(add(`mappings: [{ name: "date", extension: "add", ${DATE} }]`), input)
    assert.deepEqual([valuesAt(made, COMMENT), onset(made)], [['x'], ['2020-01-02']])
  })
  it('append to a mapping', () => {
    const text = `mappings: [{ name: "a", extension: "append", appendTo: "comment", followedBy: { mappings: [{ name: "date", ${DATE} }] } }]`
    assert.deepEqual(onset(composed(add(text), input)), ['2020-01-02'])
  })
  it('overwrite a mapping', () => {
    const made = composed(add(`mappings: [{ name: "comment", extension: "overwrite", ${DATE} }]`), input)
    assert.deepEqual([valuesAt(made, COMMENT), onset(made)], [[], ['2020-01-02']])
  })
})
