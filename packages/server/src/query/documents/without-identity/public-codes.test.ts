import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPublicCode } from './public-codes.ts'

const PUBLIC: [terminology: string, code: string][] = [
  ['SNOMED-CT', '73211009'],
  ['http://snomed.info/sct', '900000000000207008'],
  ['LOINC', '8480-6'],
  ['http://loinc.org', 'LA6115-3'],
  ['ICD10', 'E11.9'],
  ['ICD-10-GM(2024)', 'G30.1+'],
  ['ICD-9-CM', '250.00'],
  ['ICD-11', '5A11'],
  ['ICD-O-3', '8140/3'],
  ['ICPC-2', 'T90'],
  ['ICF', 'b280'],
  ['ATC', 'A10BA02'],
  ['OPS', '5-470.11'],
  ['ISO_639-1', 'en-GB'],
  ['ISO_3166-1', 'NL'],
  ['IANA_character-sets', 'UTF-8'],
  ['IANA_media-types', 'text/plain'],
  ['openehr_normal_statuses', 'HH'],
]

const PRIVATE: [terminology: string, code: string][] = [
  ['SNOMED-CT', 'Meyer'],
  ['SNOMED-CT', '73211009 Meyer'],
  ['SNOMED-CT(Meyer)', '73211009'],
  ['SNOMED-CT\nMeyer', '73211009'],
  ['HOUSE', '73211009'],
  ['ICD10', 'MEYER'],
  ['LOINC', '8480-6\nMeyer'],
  ['ATC', 'MEYER'],
  ['ISO_639-1', 'meyer'],
  ['IANA_media-types', 'text/meyer'],
  ['constructor', 'name'],
]

describe('a code', () => {
  for (const [terminology, code] of PUBLIC)
    it(`${terminology}::${code} says nothing about anybody`, () => assert.ok(isPublicCode(terminology, code)))

  for (const [terminology, code] of PRIVATE)
    it(`${JSON.stringify(`${terminology}::${code}`)} may be anything`, () =>
      assert.ok(!isPublicCode(terminology, code)))
})
