/** Codes of value sets outside the template: FLAT writes the terminology that validation wants and the web template shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes, element, object, single } from '../../../fixtures/opt-builder/index.ts'
import { ELEMENT_PATH, FLAT_CONTEXT, observationOf } from '../../../test/flat/one-observation.ts'
import type { Template } from '../../template/index.ts'
import { compileValidator } from '../../validate/index.ts'
import { readFlat } from './index.ts'

const templateFor = (referenceSetUri: string): Template =>
  observationOf(
    [
      element(
        'at0004',
        object('DV_CODED_TEXT', [single('defining_code', codes(undefined, [], referenceSetUri))]),
        '0..1',
      ),
    ],
    { at0004: 'Category' },
  )

function terminologyOf(template: Template, more: Readonly<Record<string, string>> = {}): unknown {
  const composition = readFlat(
    template,
    {
      ...FLAT_CONTEXT,
      [`${ELEMENT_PATH}/category|code`]: '7',
      [`${ELEMENT_PATH}/category|value`]: 'Surgeon',
      ...more,
    },
    { now: '2026-11-15T08:00:00Z' },
  )
  assert.deepEqual(compileValidator(template)(composition), [])
  const [item] = JSON.parse(JSON.stringify(composition)).content[0].data.events[0].data.items
  return item.value.defining_code.terminology_id.value
}

test('a subset belongs to the terminology that is named before it', () => {
  assert.equal(terminologyOf(templateFor('terminology:NSI?subset=doctor_category')), 'NSI')
  assert.equal(terminologyOf(templateFor('terminology:dm%2Bd?subset=x')), 'dm+d')
  assert.equal(terminologyOf(templateFor('terminology:SNOMED-CT')), 'SNOMED-CT')
})

test('a terminology may be called by an address, where the template calls it so', () => {
  const system = 'http://fhir.de/CodeSystem/x'
  const coded = object('DV_CODED_TEXT', [single('defining_code', codes(system, ['7']))])
  const open = object('DV_CODED_TEXT', [single('defining_code', codes(system))])
  for (const value of [coded, open])
    assert.equal(
      terminologyOf(observationOf([element('at0004', value, '0..1')], { at0004: 'Category' })),
      system,
    )
})

test('the address of a terminology server is no terminology: the client names it', () => {
  const template = templateFor('terminology://fhir.hl7.org/ValueSet/$expand?url=http://example.org/x')
  assert.equal(terminologyOf(template, { [`${ELEMENT_PATH}/category|terminology`]: 'LOINC' }), 'LOINC')
})
