import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { CairnError, CairnNetworkError } from '@cairn-ehr/client'
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

/** Every message that a source of the server gives to a code, as it is written there. */
function messagesOfServer(): [code: string, message: string][] {
  const folder = new URL('../../../server/src/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap(file => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(
        /new Refusal\(\s*'([\w.]+)',\s*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)/g,
      ),
    ])
    .map(([, code = '', plain, quoted, built]) => [code, plain ?? quoted ?? built ?? ''])
}

/** Their sentences are about a text that somebody wrote in the language of that text: AQL, a template, a definition. */
const OF_AUTHORS = /^(?:aql|template|datamap|xml|json|format|path|subscription|contribution|query)\./

it('of all messages of the server, people see none that speaks of calls', () => {
  const messages = messagesOfServer()
  assert.ok(messages.length > 250, String(messages.length))
  const shown = messages
    .filter(([code]) => !OF_AUTHORS.test(code))
    .map(([code, message]) => {
      const status = CODES[code as keyof typeof CODES].status
      return { code, message, sentence: sentenceOf(status, code, message) }
    })
    .filter(({ message, sentence }) => message === sentence)
  assert.ok(shown.length > 10)
  const ofCalls =
    /\b(?:bearer|token|headers?|body|JSON|HTTP|query string|parameters?|Content-\w+|POST|PUT|GET)\b|CAIRN_/i
  assert.deepEqual(
    shown.filter(({ message }) => ofCalls.test(message)).map(({ code, message }) => `${code}: ${message}`),
    [],
  )
})

it('a fault of a call is told by its findings, which name fields, or in general', () => {
  const errors = [{ path: 'email', code: 'value', message: 'is no address' }]
  const told = (body: Readonly<Record<string, unknown>>) =>
    errorSentence(new CairnError(400, body), key => key)
  const refusal = { code: 'request.malformed', message: 'The person cannot be as described.' }
  assert.equal(told({ ...refusal, errors }), refusal.message)
  assert.match(told({ ...refusal, message: 'q is missing.' }), /^The server does not accept something/)
})

it('a lost connection and an error of the page have sentences too', () => {
  const told = (error: unknown) => errorSentence(error, key => key)
  assert.match(told(new CairnNetworkError('network.not_sent')), /your input is kept/)
  assert.match(told(new CairnNetworkError('network.lost')), /Look whether this has been done/)
  assert.match(told(new TypeError("Cannot read properties of undefined (reading 'x')")), /^This page made/)
})

it('an answer of something else than the server is told by its status', () => {
  assert.equal(sentenceOf(401, 'unknown'), 'Your session has ended. Sign in again.')
  assert.equal(
    sentenceOf(502, 'unknown', '<html>'),
    'The server cannot do this at the moment. Try again later; your input is kept.',
  )
  assert.equal(sentenceOf(400, 'aql.malformed', 'Line 1, column 8: …'), 'Line 1, column 8: …')
})
