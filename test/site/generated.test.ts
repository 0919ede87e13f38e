/** Holds the reference pages that are made from the routes and from the migrations to them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { databasePage } from '../../scripts/database-page.ts'
import { describedPages } from '../../scripts/docs.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const made = describedPages((await server.call('GET /openapi.json')).json())

const committed = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the reference of the API', () => {
  for (const [path, text] of Object.entries(made))
    it(`${path} is what "npm run docs" writes`, () =>
      assert.ok(committed(path) === text, 'the routes or their examples have changed: run "npm run docs"'))

  it('has no page of a tag that is gone', () => {
    const there = readdirSync(new URL('../../docs/reference/api/', import.meta.url)).sort()
    const wanted = Object.keys(made).filter(path => path.startsWith('docs/reference/api/'))
    assert.deepEqual(there, wanted.map(path => path.split('/').at(-1)).sort())
  })

  it('has an example of every operation, and a schema of every body', () => {
    for (const [path, text] of Object.entries(made)) {
      if (!path.startsWith('docs/reference/api/') || path.endsWith('/schemas.md')) continue
      const operations = [...text.matchAll(/^<!-- id: (\w+) -->$/gm)]
      assert.equal([...text.matchAll(/^```http$/gm)].length, operations.length, path)
      assert.doesNotMatch(text, /^- `[\w.+-]+\/[\w./+-]+`(: any)?$/m, `${path}: a body without a schema`)
    }
  })
})

describe('docs/reference/database.md', () => {
  it('is what "npm run docs" writes', { skip: leftOutOnCitus('the page of the schema') }, async () =>
    assert.equal(committed('docs/reference/database.md'), await databasePage(server.db)),
  )
})
