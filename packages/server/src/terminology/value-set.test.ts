import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readValueSet } from './value-set.ts'

const URL = 'http://hl7.org/fhir/ValueSet/body-site'
const SNOMED = 'http://snomed.info/sct'

for (const [reference, expected] of [
  [`terminology://fhir.hl7.org/ValueSet/$expand?url=${URL}`, { url: URL }],
  [`//fhir.hl7.org/ValueSet/$expand?url=${URL}`, { url: URL }],
  [`ValueSet/$expand?url=${URL}&filter=x`, { url: URL }],
  [`terminology:ValueSet/$expand?url=${URL}`, { url: URL }],
  [`terminology:${URL}`, { url: URL }],
  [`terminology://${URL}`, { url: URL }],
  ['terminology://fhir.hl7.org/ValueSet/$expand?url=urn:oid:2.16.724', { url: 'urn:oid:2.16.724' }],
  ['terminology:SNOMED-CT', { system: SNOMED }],
  ['SNOMED-CT', { system: SNOMED }],
  ['SNOMED CT(2003)', { system: SNOMED }],
  [SNOMED, { system: SNOMED }],
  ['terminology:SNOMED-CT?subset=%20353901000001136', { url: `${SNOMED}?fhir_vs=refset/353901000001136` }],
  ['terminology:SNOMED-CT?subset=ClinicalFinding', { system: SNOMED }],
  ['terminology:ICD10', { system: 'http://hl7.org/fhir/sid/icd-10' }],
  ['terminology:RU3', undefined],
  ['', undefined],
] as const)
  it(`"${reference}" is ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(readValueSet(reference), expected))
