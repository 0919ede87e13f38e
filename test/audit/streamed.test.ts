/** An answer that is sent in pieces: its last piece waits for the event that names the EHRs. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
for (let made = 0; made < 40; made++) await postComposition(server, ehrId)

const columns = (count: number) => Array.from({ length: count }, (_, at) => `c AS c${at}`).join(', ')

const ask = async (id: string, q: string, accept: string, { url, token } = server) =>
  fetch(`${url}/openehr/v1/query/aql?${new URLSearchParams({ q })}`, {
    headers: {
      Authorization: `Bearer ${await token('api.read')}`,
      Accept: accept,
      'X-Request-Id': id,
    },
  })

const namingEhr = sql<{ events: number }, [request: string, ehr: string]>({
  name: 'test.namingEhr',
  text: `select count(*) as events from cairn.audit_event e
         where e.request_id = $1 and (e.ehr_id = $2 or e.detail -> 'ehrs' ? $2)`,
})
const eventsNaming = async (id: string): Promise<number> =>
  (await server.db.query(namingEhr, [id, ehrId]))[0]?.events ?? 0

describe('whoever has the whole of an answer in pieces', () => {
  const forms: [name: string, accept: string, columns: number][] = [
    ['CSV', 'text/csv', 1],
    ['NDJSON', 'application/x-ndjson', 1],
    ['a result set of more than a megabyte', 'application/json', 60],
  ]
  for (const [name, accept, count] of forms)
    it(`finds the event with its EHRs stored: ${name}`, async () => {
      for (let round = 0; round < 3; round++) {
        const id = randomUUID()
        const answer = await ask(id, `SELECT ${columns(count)} FROM EHR e CONTAINS COMPOSITION c`, accept)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-length'), null, 'it is sent in pieces')
        await answer.text()
        assert.equal(await eventsNaming(id), 1)
      }
    })
})

describe('while the event cannot be stored', async () => {
  // Waits for less than the default of 15 seconds.
  const impatient = await testServer({ beside: server, env: { CAIRN_AUDIT_WAIT_MS: '2000' } })

  it('the answer breaks off before its end, and the event follows', async () => {
    const id = randomUUID()
    const q = `SELECT ${columns(390)} FROM EHR e CONTAINS COMPOSITION c`
    const answer = await ask(id, q, 'application/json', impatient)
    const reader = answer.body?.getReader()
    assert.ok(reader)
    let last = Buffer.from((await reader.read()).value ?? [])
    const lock = sql({
      name: 'test.lock',
      prepare: false,
      text: 'lock table cairn.audit_trail in exclusive mode',
    })
    await server.db.transaction(async queries => {
      await queries.execute(lock)
      await assert.rejects(async () => {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          last = Buffer.from(value)
        }
      })
      assert.doesNotMatch(last.toString('latin1'), /\]\}\s*$/)
    })
    await eventually('the event is stored', async () => (await eventsNaming(id)) === 1)
  })
})
