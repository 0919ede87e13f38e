import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { corpusFile, corpusMissing } from '../../fixtures/corpus.ts'
import { generated } from '../../scripts/generate-terminology.ts'
import {
  codeSetHas,
  propertyHasUnits,
  rubricOf,
  terminologyGroup,
  terminologyGroups,
  terminologyHas,
} from './index.ts'

test('the generated terminology is what the generator writes', { skip: corpusMissing }, () => {
  const written = readFileSync(new URL('./terminology.generated.ts', import.meta.url), 'utf8')
  assert.equal(written, generated(corpusFile))
})

test('groups have their codes and English rubrics', () => {
  assert.deepEqual(Object.fromEntries(terminologyGroup('composition category')), {
    431: 'persistent',
    433: 'event',
    451: 'episodic',
    815: 'report',
  })
  assert.equal(terminologyGroup('null_flavours').get('253'), 'unknown')
  assert.equal(terminologyGroup('version lifecycle state').get('532'), 'complete')
  assert.equal(terminologyGroup('no such group').size, 0)
  assert.equal(terminologyGroup('constructor').size, 0)
  assert.equal(rubricOf('249'), 'creation')
  assert.equal(terminologyGroups().length, 17)
})

test('codes of older releases are still known in old data', () => {
  assert.ok(terminologyHas('composition category', '435'))
  assert.ok(!terminologyHas('composition category', '999'))
})

test('code sets know their codes, languages with any region and in any case', () => {
  for (const code of ['en', 'de', 'en-GB', 'en-gb', 'pt-BR', 'de-LI'])
    assert.ok(codeSetHas('languages', code), code)
  for (const code of ['', 'xx', 'en-', 'en-XX', 'english', 'constructor'])
    assert.ok(!codeSetHas('languages', code), code)
  assert.ok(codeSetHas('countries', 'DE'))
  assert.ok(!codeSetHas('countries', 'de'))
  assert.ok(!codeSetHas('countries', 'UK'))
  assert.ok(codeSetHas('character sets', 'UTF-8'))
  assert.ok(codeSetHas('character sets', 'ISO-8859-1'))
  assert.ok(!codeSetHas('character sets', 'UTF-9'))
  for (const code of ['image/png', 'application/fhir+json', 'video/H261'])
    assert.ok(codeSetHas('media types', code), code)
  for (const code of ['', 'png', 'image/', 'foo/bar', 'image/png; q=1'])
    assert.ok(!codeSetHas('media types', code), code)
  assert.ok(codeSetHas('compression algorithms', 'gzip'))
  assert.ok(codeSetHas('integrity check algorithms', 'SHA-256'))
  assert.ok(codeSetHas('normal statuses', 'HHH'))
  assert.ok(!codeSetHas('normal statuses', 'h'))
})

test('a property has its units, in UCUM, in its own spelling, or as a quotient of others', () => {
  assert.equal(propertyHasUnits('125', 'mm[Hg]'), true)
  assert.equal(propertyHasUnits('125', 'kg'), false)
  assert.equal(propertyHasUnits('127', '°C'), true)
  assert.equal(propertyHasUnits('119', 'mg/mL'), true)
  assert.equal(propertyHasUnits('119', 'mmol/l'), true)
  assert.equal(propertyHasUnits('382', '/min'), true)
  assert.equal(propertyHasUnits('382', '1/h'), true)
  assert.equal(propertyHasUnits('999', 'kg'), undefined)
})
