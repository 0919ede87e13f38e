/** `cairn.changes()`: a loop over the change feed that goes on when the server was away. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createClient, isCairnError } from '../../packages/client/src/index.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { unsteadyProxy } from './unsteady-proxy.ts'

const server = await testServer()
await uploadTemplate(server)
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

describe('cairn.changes', () => {
  it('has what there is, and then what is committed', async () => {
    const first = idOf(await postComposition(server, ehrId))
    const changes = cairn.changes({ type: ['composition.created'], ehr_id: [ehrId] })
    assert.equal((await changes.next()).value.subject, first)
    const waiting = changes.next()
    const second = idOf(await postComposition(server, ehrId))
    assert.equal((await waiting).value.subject, second)
  })

  it('goes on where it was after the server was away', async () => {
    const uids: string[] = []
    const commit = async () => uids.push(idOf(await postComposition(server, ehrId)))
    const { next } = await cairn.changeFeed.list({ after: 'now' })
    const changes = cairn.changes({ after: next, type: ['composition'] })
    const read: string[] = []
    for (const mode of ['refuse', 'cutting'] as const) {
      await commit()
      read.push((await changes.next()).value.subject)
      const waiting = changes.next()
      await (mode === 'refuse' ? proxy.refuse() : proxy.accept('cutting'))
      await commit()
      await proxy.accept()
      read.push((await waiting).value.subject)
    }
    assert.deepEqual(read, uids)
  })

  it('ends by its signal, and at an error that a wait cannot mend', async () => {
    const stop = new AbortController()
    const waiting = cairn.changes({ after: 'now', signal: stop.signal }).next()
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
    const refused = cairn.changes({ after: '1-00000000' }).next()
    await assert.rejects(refused, error => isCairnError(error) && error.code === 'changes.cursor_unknown')
  })
})
