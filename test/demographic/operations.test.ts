/** The operations of the openEHR Demographic API: each is served, described with the answers of the specification, and shown by tests. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { corpusFile, corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import type { ConformanceStatement } from '../../scripts/conformance/statement.ts'
import { testServer } from '../server.ts'

type Operations = Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>

const METHODS = ['get', 'put', 'post', 'delete']
/** The address names no object that could be missing. */
const NEVER = /^POST \/demographic\/\w+ 404$/

/** `GET /demographic/tags 200`. */
const answersOf = (paths: Operations): readonly string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method =>
      Object.keys(methods[method]?.responses ?? {}).map(
        status => `${method.toUpperCase()} ${path.replace('/openehr/v1', '')} ${status}`,
      ),
    ),
  )

describe('the openEHR Demographic API', { skip: corpusMissing }, async () => {
  const specified = answersOf(parse(corpusFile('specs/oas/demographic.openapi.yaml')).paths)
  const server = await testServer()

  it('has all operations of the specification, with their answers', async () => {
    assert.equal(new Set(specified.map(each => each.replace(/ \d+$/, ''))).size, 42)
    const described = new Set(answersOf((await server.call('GET /openapi.json')).json().paths))
    assert.deepEqual(
      specified.filter(each => !described.has(each) && !NEVER.test(each)),
      [],
    )
  })

  it('is shown by tests, operation by operation', () => {
    const path = new URL('../../docs/conformance.json', import.meta.url)
    const { parts } = JSON.parse(readFileSync(path, 'utf8')) as ConformanceStatement
    const shown = new Set(
      parts
        .flatMap(({ rules }) => rules)
        .filter(({ result, tests }) => result === 'shown' && tests.length > 0)
        .map(({ sentence }) => sentence.replace('/openehr/v1', '').replace(' answers ', ' ').split(':')[0]),
    )
    assert.deepEqual(
      specified.filter(each => / 2\d\d$/.test(each) && !shown.has(each)),
      [],
    )
  })
})
