/** Holds what is generated to the routes: the client has every operation, as the server describes it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Rm as ClientRm } from '../../packages/client/src/index.ts'
import type { Rm as LibraryRm } from '../../packages/openehr/src/rm/index.ts'
import { clientFiles } from '../../scripts/client/files.ts'
import { collectionFiles } from '../../scripts/collections/files.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const document = (await server.call('GET /openapi.json')).json()

const committed = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the client', () => {
  for (const [path, text] of Object.entries(clientFiles(document)))
    it(`${path} is what "npm run docs" writes`, () =>
      assert.ok(committed(path) === text, 'the routes or the examples have changed: run "npm run docs"'))

  it('has no dependency', () => {
    const { dependencies, peerDependencies } = JSON.parse(committed('packages/client/package.json'))
    assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
  })

  it('has the types of the library: each is assignable to the other', () => {
    const toLibrary = (value: ClientRm.Composition): LibraryRm.Composition => value
    const toClient = (value: LibraryRm.Composition): ClientRm.Composition => value
    assert.deepEqual([toLibrary.length, toClient.length], [1, 1])
  })
})

describe('the collections', () => {
  const made = collectionFiles(document)

  it('have every operation once, with the parameters that it needs', () => {
    const { item } = JSON.parse(made['cairn.postman_collection.json'] ?? '')
    // biome-ignore lint/suspicious/noExplicitAny: the collection is plain JSON
    const requests = item.flatMap((each: any) => each.item)
    const operations = Object.values<object>(document.paths).flatMap(methods => Object.keys(methods))
    assert.equal(requests.length, operations.length)
    for (const { request } of requests) {
      assert.ok(request.url.raw.startsWith('{{baseUrl}}/'), request.url.raw)
      assert.ok(!request.url.raw.includes('/{'), request.url.raw)
    }
    assert.equal(
      Object.keys(made).filter(path => path.startsWith('bruno/') && path.endsWith('.bru')).length,
      operations.length + 2,
    )
  })
})
