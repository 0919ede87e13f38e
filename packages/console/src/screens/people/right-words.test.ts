import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textsOf } from '../../language/translate.ts'
import { rightWords, scopeWords } from './right-words.ts'
import { TEXTS } from './texts.ts'

const texts = textsOf(TEXTS)
const t = (key: string, values = {}) => texts('en', key, values)

it('a right is told in words, with the objects that it holds for', () => {
  assert.equal(rightWords('user/composition-*.rs', t), 'reads, finds records of all templates')
  assert.equal(rightWords('user/composition-**.cu', t), 'creates, changes records of all templates')
  assert.equal(rightWords('user/composition-Vital_signs.**.rs', t), 'reads, finds records of Vital_signs')
  assert.equal(rightWords('user/aql-ward::*.s', t), 'finds the queries ward::*')
  assert.equal(rightWords('user/audit-*.r', t), 'reads the audit trail')
  assert.equal(rightWords('user/Observation.read', t), 'reads, finds FHIR resources Observation')
})

it('a right of an unknown notation stays as it is', () => {
  for (const scope of ['user/song-*.r', 'api.read', 'user/constructor-*.r'])
    assert.equal(rightWords(scope, t), scope)
})

it('a scope is told in words', () => {
  assert.equal(scopeWords('api.read', t), 'Read all records, run all queries')
  assert.equal(scopeWords('openid', t), 'openid')
})
