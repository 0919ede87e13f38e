import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CairnError, type ErrorCode, isCairnError } from '@cairn-ehr/client'
import { CODES } from '../../../server/src/refusal/codes.ts'
import { COMMON_TEXTS } from '../language/common-texts.ts'
import { errorSentence, sentenceFor, TOLD } from './error-sentence.ts'

const codes = Object.entries(CODES) as [ErrorCode, { readonly status: number }][]

it('each code of the server has a sentence for people, or is listed as one that speaks to them', () => {
  const known = new Set<string>(COMMON_TEXTS.map(([english]) => english))
  for (const [code, { status }] of codes) {
    const sentence = sentenceFor(code, status)
    assert.equal(sentence === undefined, TOLD.includes(code) && status !== 401, code)
    if (sentence !== undefined) assert.ok(known.has(sentence), sentence)
  }
  assert.deepEqual(
    TOLD.filter(code => !Object.hasOwn(CODES, code)),
    [],
  )
})

it('no sentence of ours speaks of tokens, headers, scopes or methods', () => {
  const sentences = codes.flatMap(([code, { status }]) => sentenceFor(code, status) ?? [])
  assert.ok(sentences.length > 50)
  for (const sentence of sentences)
    assert.doesNotMatch(sentence, /token|bearer|header|scope|json|http|method|parameter|`/i)
})

it('the sentence of the server is shown for what a person wrote, and never for a missing token', () => {
  const words = (status: number, code: string, message: string) => {
    const error = new CairnError(status, { code, message })
    assert.ok(isCairnError(error))
    return errorSentence(error, key => key)
  }
  assert.equal(words(400, 'aql.malformed', 'Line 1, column 8: …'), 'Line 1, column 8: …')
  assert.equal(
    words(401, 'auth.token_missing', 'send it as Authorization: Bearer'),
    'Your session has ended. Sign in again.',
  )
  assert.equal(
    words(415, 'request.unsupported_media_type', 'Content-Type is missing'),
    'This page sent something that the server does not understand. Please report it.',
  )
  assert.equal(
    words(502, 'unknown', '<html>'),
    'The server cannot do this at the moment. Try again later; your input is kept.',
  )
})
