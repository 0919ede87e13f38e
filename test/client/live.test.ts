/** `cairn.live()`: a loop over the rows of a query that goes on when the server was away. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createClient, isCairnError } from '../../packages/client/src/index.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from '../query/queries.ts'
import { unsteadyProxy } from './unsteady-proxy.ts'

const asked = await asking()
const { server } = asked
const ehrId = await newEhr(server)
const proxy = await unsteadyProxy(server.url)
after(() => proxy.refuse())

const cairn = createClient({
  baseUrl: server.url,
  clientId: server.client.id,
  clientSecret: server.client.secret,
  fetch: (url, init) => fetch(String(url).replace(server.url, proxy.url), init),
  retries: { attempts: 1 },
})

const q = `SELECT ${SYSTOLIC} AS systolic FROM EHR e CONTAINS ${OBSERVATIONS} WHERE ${SYSTOLIC} >= $least`
interface Row {
  readonly systolic: number
}

describe('cairn.live', () => {
  it('has the rows, and what is added to them', async () => {
    await record(asked, ehrId, [{ systolic: 120 }])
    const live = cairn.live<Row>(q, { ehrId, parameters: { least: 100 } })
    const first = (await live.next()).value
    assert.deepEqual([first.rows, first.added], [[{ systolic: 120 }], [{ systolic: 120 }]])
    const waiting = live.next()
    await record(asked, ehrId, [{ systolic: 130 }])
    const second = (await waiting).value
    assert.deepEqual(second.rows, [{ systolic: 120 }, { systolic: 130 }])
    assert.deepEqual(second.added, [{ systolic: 130 }])
    assert.equal(second.rows[0], first.rows[0], 'a row that did not change is the same object')
    await live.return(undefined as never)
  })

  it('goes on after the server was away', async () => {
    const own = await newEhr(server)
    const live = cairn.live<Row>(q, { ehrId: own, parameters: { least: 100 } })
    assert.deepEqual((await live.next()).value.rows, [])
    const waiting = live.next()
    await proxy.refuse()
    await record(asked, own, [{ systolic: 150 }])
    await proxy.accept()
    const { rows, added } = (await waiting).value
    assert.deepEqual([rows, added], [[{ systolic: 150 }], [{ systolic: 150 }]])
    await live.return(undefined as never)
  })

  it('has a stored query too', async () => {
    await asked.store('org.example::systolic', '1.0.0', q)
    const query = { name: 'org.example::systolic', version: '1' }
    const live = cairn.live<Row>(query, { ehrId, parameters: { least: 125 } })
    assert.deepEqual((await live.next()).value.rows, [{ systolic: 130 }])
    await live.return(undefined as never)
  })

  it('ends by its signal, and at an error that a wait cannot mend', async () => {
    const stop = new AbortController()
    const live = cairn.live(q, { ehrId, parameters: { least: 500 }, signal: stop.signal })
    await live.next()
    const waiting = live.next()
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
    const wrong = cairn.live('SELECT').next()
    await assert.rejects(wrong, error => isCairnError(error) && error.code === 'aql.malformed')
  })
})
