/** Changes that one process makes are in force in all others before they are answered: several listeners, several servers, one database. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { type Changes, openChanges } from '../../packages/server/src/db/index.ts'
import { openSigner } from '../../packages/server/src/versions/index.ts'
import { askToken } from '../auth/token-request.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { faultProxy } from '../fault-proxy.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const { database: db, url, beforeDrop } = await testDatabase()

async function listen(at = url): Promise<Changes> {
  const changes = await openChanges({ url: at, db, label: 'test', failed: () => {} })
  beforeDrop(() => changes.close())
  return changes
}

describe('an announcement', () => {
  it('ends when every listener has taken note, and not before', async () => {
    const [one, two, three] = [await listen(), await listen(), await listen()]
    const heard: string[] = []
    let letGo = () => {}
    const held = new Promise<void>(done => {
      letGo = done
    })
    one.on('templates', details => void heard.push(`one ${details}`))
    two.on('templates', details => void heard.push(`two ${details}`))
    three.on('templates', async details => {
      await held
      heard.push(`three ${details}`)
    })
    let isOver = false
    const announced = one.announce('templates', 'a').then(() => {
      isOver = true
    })
    await eventually('two notices', () => heard.length === 2)
    assert.deepEqual({ isOver, heard: heard.toSorted() }, { isOver: false, heard: ['one a', 'two a'] })
    letGo()
    await announced
    assert.deepEqual(heard.toSorted(), ['one a', 'three a', 'two a'])
  })

  it('does not wait for a listener that has ended meanwhile', async () => {
    const [one, two] = [await listen(), await listen()]
    two.on('templates', () => new Promise(() => {}))
    const announced = one.announce('templates', 'b')
    await two.close()
    await announced
  })

  it('reaches a listener again whose notice failed: it takes note of everything', async () => {
    const [one, two] = [await listen(), await listen()]
    const heard: (readonly string[])[] = []
    two.on('keys', details => {
      heard.push(details)
      if (heard.length === 1) throw new Error('the first time fails')
    })
    await one.announce('keys', 'c')
    await eventually('a second notice', () => heard.length === 2)
    assert.deepEqual(heard, [['c'], []])
    await eventually('the listener is current', () => two.isCurrent())
  })
})

describe('a listener whose database says nothing', async () => {
  const proxy = await faultProxy(url)
  after(() => proxy.close())

  it('is not current after a while, and announcements do not wait for it for ever; later it takes note', async () => {
    const [near, far] = [await listen(), await listen(proxy.url)]
    const heard: (readonly string[])[] = []
    far.on('clients', details => void heard.push(details))
    assert.equal(far.isCurrent(), true)
    proxy.silence()
    await near.announce('clients', 'd')
    assert.equal(far.isCurrent(), false, 'it does not trust its caches once the announcement is over')
    assert.deepEqual(heard, [])
    proxy.resume()
    await eventually('the listener is current', () => far.isCurrent())
    assert.ok(heard.length > 0)
    assert.equal(near.isCurrent(), true)
  })
})

describe('processes that start at the same moment on a new database', () => {
  it('make one key to sign records with', async () => {
    const vault = await checkedVault(db, SECRET_KEY)
    const signers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openSigner(db, vault)))
    const kids = signers.map(({ jwks }) => jwks.map(({ kid }) => kid))
    assert.equal(kids[0]?.length, 1)
    for (const each of kids) assert.deepEqual(each, kids[0])
  })
})

describe('two servers on one database', async () => {
  const here = await testServer()
  const there = await testServer({ beside: here })

  it('a client that one disables is refused by the other with the next request', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await here.call('POST /admin/v1/client', {
        scopes: 'api.admin',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'short-lived', scopes: ['api.read'] }),
      })
      const { client_id: id, client_secret: secret } = made.json()
      const { access_token: token } = (await askToken(there, { basic: `${id}:${secret}` })).json()
      const headers = { Authorization: `Bearer ${token}` }
      const list = () => there.call('GET /openehr/v1/definition/template/adl1.4', { headers })
      assert.equal((await list()).status, 200)
      await here.call(`POST /admin/v1/client/${id}/disable`, { scopes: 'api.admin' })
      assert.equal((await list()).status, 401)
      await here.call(`POST /admin/v1/client/${id}/enable`, { scopes: 'api.admin' })
      assert.equal((await list()).status, 200)
    }
  })

  it('failed token requests count for both together', async () => {
    const wrong = { basic: 'nobody:wrong' }
    for (let turn = 0; turn < 20; turn++) await askToken(turn % 2 === 0 ? here : there, wrong)
    await eventually('both know of twenty failures', async () => {
      const answers = [await askToken(here, wrong), await askToken(there, wrong)]
      return answers.every(({ status }) => status === 429)
    })
  })

  it('a failure that one was told of is not told again', async () => {
    const wrong = { basic: 'somebody:wrong' }
    const fresh = await testServer({ env: { CAIRN_AUTH_BAD_ATTEMPTS: '3' } })
    const beside = await testServer({ beside: fresh, env: { CAIRN_AUTH_BAD_ATTEMPTS: '3' } })
    for (const server of [fresh, beside]) assert.equal((await askToken(server, wrong)).status, 401)
    await sleep(200)
    assert.equal((await askToken(fresh, wrong)).status, 401, 'the third')
    await eventually('both are full', async () => (await askToken(beside, wrong)).status === 429)
  })
})
