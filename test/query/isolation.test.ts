/** Heavy queries leave the rest of the service alone. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { becomesBusy, becomesIdle } from './activity.ts'
import { asking, newEhr, record } from './queries.ts'

// Far longer than the reads can take, so that none of the queries is over before them.
const asked = await asking({ env: { CAIRN_QUERY_TIMEOUT_MS: '120000' } })
const { server } = asked
const ehr = await newEhr(server)
const uids: string[] = []
for (let count = 0; count < 12; count++) uids.push(await record(asked, ehr))

const HEAVY = `SELECT COUNT(*) FROM EHR e CONTAINS (${'abcdfghi'
  .split('')
  .map(name => `COMPOSITION ${name}`)
  .join(' AND ')}) WHERE LENGTH(CONCAT(a/uid/value, h/uid/value)) < LENGTH(b/name/value)`

/** Half of them by SQL, half over documents. */
const BOTH = [HEAVY, `${HEAVY} AND TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'`] as const

const token = await server.token('api.read')
const send = (q: string, signal: AbortSignal) =>
  fetch(`${server.url}/openehr/v1/query/aql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ q }),
    signal,
  })

it('while sixteen heavy queries run, compositions are read', async () => {
  const hangUp = new AbortController()
  let ended = 0
  const heavy = Array.from({ length: 16 }, (_, at) =>
    send(BOTH[at % 2] ?? HEAVY, hangUp.signal).then(
      () => ended++,
      () => undefined,
    ),
  )
  assert.ok(await becomesBusy(server.db, 2))
  for (const uid of uids) {
    const answer = await server.call(`GET /openehr/v1/ehr/${ehr}/composition/${uid}`, { scopes: 'api.read' })
    assert.equal(answer.status, 200)
  }
  assert.equal(ended, 0, 'the reads waited for the queries')
  hangUp.abort()
  await Promise.all(heavy)
  assert.ok(await becomesIdle(server.db))
})
