import assert from 'node:assert/strict'
import { it } from 'node:test'
import { byTag, isReady, operationsOf, requestOf, searchOperations } from './api.ts'

const DOCUMENT = {
  components: { schemas: { Thing: { type: 'object', example: { a: 1 } } } },
  paths: {
    '/x/{id}': {
      get: {
        operationId: 'x_get',
        tags: ['Things'],
        summary: 'Read a thing',
        security: [{ oauth: ['api.read'] }],
        parameters: [
          { name: 'id', in: 'path', required: true },
          { name: 'q', in: 'query' },
          { name: 'If-Match', in: 'header' },
        ],
        responses: {
          200: { description: 'It.', content: { 'application/json': {} } },
          404: { description: 'None.' },
        },
      },
      put: {
        operationId: 'x_put',
        tags: ['Things'],
        summary: 'Write a thing',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {},
      },
    },
  },
}

const operations = operationsOf(DOCUMENT)
const [get, put] = operations

it('operations have their scope, parameters, bodies and answers', () => {
  assert.ok(get && put)
  assert.equal(get.scope, 'api.read')
  assert.deepEqual(get.accepts, ['application/json'])
  assert.deepEqual(
    get.responses.map(({ status }) => status),
    ['200', '404'],
  )
  assert.deepEqual(put.bodies, [{ type: 'application/json', example: '{\n  "a": 1\n}' }])
})

it('operations are found by all words, and grouped by tag', () => {
  assert.deepEqual(
    searchOperations(operations, 'write thing').map(({ id }) => id),
    ['x_put'],
  )
  assert.deepEqual(
    byTag(operations).map(([tag, all]) => [tag, all.length]),
    [['Things', 2]],
  )
})

it('fields become a request', () => {
  assert.ok(get)
  assert.equal(isReady(get, {}), false)
  assert.deepEqual(requestOf(get, { id: 'a/b', q: 'x y', 'If-Match': '"1"' }), {
    request: 'GET /x/a%2Fb?q=x+y',
    headers: { 'If-Match': '"1"' },
  })
})
