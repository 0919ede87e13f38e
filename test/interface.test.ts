/** Holds docs/interface.md to the route table: every operation has a row, and every row has an operation. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { testServer } from './server.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']

interface Row {
  readonly method: string
  readonly path: string
}

/** Items and first cells such as `` `GET`, `PUT /a/{b}` ``: several methods share the path that the last of them has. */
function rowsOf(page: string): Row[] {
  return page.split('\n').flatMap(line => {
    const cell = /^(?:\| (.*?) \||- (`.*?`): )/.exec(line)?.slice(1).find(Boolean) ?? ''
    const spans = [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.split(' '))
    const path = spans.find(([, second]) => second?.startsWith('/'))?.[1]
    const methods = spans.map(([first = '']) => first).filter(each => METHODS.includes(each))
    return path === undefined ? [] : methods.map(method => ({ method, path: path.replace(/\?.*$/, '') }))
  })
}

/** Addresses that only ever refuse: the description of the API leaves them out. */
const REFUSING = ['/oauth/authorize']

describe('docs/interface.md', () => {
  const rows = rowsOf(readFileSync(new URL('../docs/interface.md', import.meta.url), 'utf8'))
  let operations: Row[]
  before(async () => {
    const server = await testServer()
    const description = await server.call('GET /openapi.json')
    const { paths } = description.json() as { paths: Record<string, Record<string, unknown>> }
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map(method => method.toUpperCase())
        .filter(method => METHODS.includes(method))
        .map(method => ({ method, path })),
    )
  })

  const isRowOf = (row: Row, operation: Row) => row.method === operation.method && row.path === operation.path

  it('has a row for each operation', () => {
    const missing = operations.filter(operation => !rows.some(row => isRowOf(row, operation)))
    assert.deepEqual(
      missing.map(({ method, path }) => `${method} ${path}`),
      [],
    )
  })

  it('has no row without an operation', () => {
    const stale = rows.filter(
      row => !REFUSING.includes(row.path) && !operations.some(operation => isRowOf(row, operation)),
    )
    assert.deepEqual(
      stale.map(({ method, path }) => `${method} ${path}`),
      [],
    )
  })
})
