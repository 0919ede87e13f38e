/** Rows of a query as a stream: one request, one moment, and little memory. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  type AqlColumns,
  createClient,
  isCairnError,
  isNetworkError,
} from '../../packages/client/src/index.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const credentials = { clientId: server.client.id, clientSecret: server.client.secret }
const requests: string[] = []
const counting: typeof fetch = (url, init) => {
  requests.push(String(url))
  return fetch(url, init)
}
const cairn = createClient({ baseUrl: server.url, ...credentials, fetch: counting })

describe('rows of a query', () => {
  before(async () => {
    await uploadTemplate(server)
    const ehrId = await newEhr(server)
    for (const systolic of [1, 2, 3, 4, 5].map(each => 100 + each))
      await postComposition(server, ehrId, bloodPressure([{ systolic }]))
  })

  const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
  const Q =
    `SELECT ${SYSTOLIC} AS systolic, c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE ${SYSTOLIC} < 106` as const

  it('are objects by the names of their columns, in one request', async () => {
    const already = requests.filter(url => url.endsWith('/query/aql')).length
    const readings: number[] = []
    for await (const { systolic } of cairn.aql<{ systolic: number; uid: string }>(Q)) readings.push(systolic)
    assert.deepEqual(readings.sort(), [101, 102, 103, 104, 105])
    assert.equal(requests.filter(url => url.endsWith('/query/aql')).length, already + 1)
  })

  it('begin where they are asked to', async () => {
    let rows = 0
    for await (const _ of cairn.aql(Q, { offset: 3 })) rows++
    assert.equal(rows, 2)
  })

  it('know the names of the columns from the text of the query', async () => {
    const first = await cairn.aql(Q)[Symbol.asyncIterator]().next()
    assert.ok(first.done === false)
    const { uid } = first.value
    assert.match(String(uid), /::1$/)
    const names: AqlColumns<'SELECT a/b AS x,\n c AS long_name FROM EHR e CONTAINS COMPOSITION c AS no'>[] = [
      'x',
      'long_name',
    ]
    // @ts-expect-error: no column has this name
    names.push('no')
  })

  it('tell the warnings of the query once, before the first row', async () => {
    const told: string[] = []
    const onWarnings = (warnings: readonly string[]) => told.push(...warnings)
    for await (const _ of cairn.aql(Q, { onWarnings })) assert.deepEqual(told, [])
    const doubtful = Q.replace('< 106', "matches {101, 102, 103, '104'}")
    let rows = 0
    for await (const _ of cairn.aql(doubtful, { onWarnings })) rows += told.length
    assert.equal(rows, 3)
    assert.match(told.join(), /is a number and never compares with a string/)
  })

  it('are refused as any answer is, where the query is wrong', async () => {
    const wrong = cairn.aql('SELECT nothing')[Symbol.asyncIterator]()
    await assert.rejects(wrong.next(), error => isCairnError(error) && error.status === 400)
  })
})

describe('a stream that breaks off', () => {
  const answering = (lines: string, isCut = false) => {
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(lines))
        if (isCut) queueMicrotask(() => controller.error(new TypeError('terminated')))
        else controller.close()
      },
    })
    const standIn: typeof fetch = async (url, init) =>
      String(url).endsWith('/query/aql') ? new Response(pieces) : fetch(url, init)
    return createClient({ baseUrl: server.url, ...credentials, fetch: standIn })
  }
  const walk = async (client: typeof cairn) => {
    for await (const _ of client.aql('SELECT e FROM EHR e'));
  }

  it('throws the reason that its last line has', async () => {
    const lines = '{"a":1}\n{"#error":{"code":"query.timeout","message":"It took too long."}}\n'
    await assert.rejects(walk(answering(lines)), error => {
      assert.ok(isCairnError(error, 'query.timeout'))
      return error.message === 'It took too long.'
    })
  })

  it('is an error of the network where it has no such line', () =>
    assert.rejects(walk(answering('{"a":1}\n{"a":', true)), error => isNetworkError(error, 'network.lost')))
})
