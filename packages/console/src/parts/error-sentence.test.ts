import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CairnError } from '@cairn-ehr/client'
import { CODES } from '../../../server/src/refusal/codes.ts'
import { COMMON_TEXTS } from '../language/common-texts.ts'
import { errorSentence } from './error-sentence.ts'

/** Stands for the sentence of the server. */
const OF_SERVER = 'send it as Authorization: Bearer'

const sentenceOf = (status: number, code: string, message = OF_SERVER): string =>
  errorSentence(new CairnError(status, { code, message }), key => key)

const sentences = Object.entries(CODES).map(([code, { status }]) => [code, sentenceOf(status, code)] as const)

it('each code of the server has a sentence for people, but for those that name what somebody entered', () => {
  const ours = new Set<string>(COMMON_TEXTS.map(([english]) => english))
  for (const [code, sentence] of sentences) assert.ok(sentence === OF_SERVER || ours.has(sentence), code)
  const told = sentences.filter(([, sentence]) => sentence === OF_SERVER).map(([code]) => code)
  assert.ok(told.includes('aql.malformed') && told.includes('template.invalid'))
  assert.deepEqual(
    told.filter(code => /^(auth|oauth|service|internal|resource|people|draft|launch)/.test(code)),
    [],
  )
})

it('no sentence of ours speaks of tokens, headers, scopes or methods', () => {
  const own = sentences.filter(([, sentence]) => sentence !== OF_SERVER)
  assert.ok(own.length > 50)
  for (const [code, sentence] of own)
    assert.doesNotMatch(sentence, /token|bearer|header|scope|json|http|method|parameter|`/i, code)
})

it('an answer of something else than the server is told by its status', () => {
  assert.equal(sentenceOf(401, 'unknown'), 'Your session has ended. Sign in again.')
  assert.equal(
    sentenceOf(502, 'unknown', '<html>'),
    'The server cannot do this at the moment. Try again later; your input is kept.',
  )
  assert.equal(sentenceOf(400, 'aql.malformed', 'Line 1, column 8: …'), 'Line 1, column 8: …')
})
