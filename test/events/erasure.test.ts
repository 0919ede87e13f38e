/** Erased records leave the feed, and an event says that they did; merged ones are in the feed of the other EHR. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { now, readAll } from './feed-calls.ts'

const server = await testServer()
await uploadTemplate(server)

const admin = async (request: string, body?: unknown) => {
  const answer = await server.call(request, {
    scopes: 'api.admin',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  assert.ok(answer.status < 300, answer.text)
}

const told = (events: Awaited<ReturnType<typeof readAll>>) =>
  events.map(({ type, subject }) => `${type} ${subject}`)

const mentions = sql<{ n: number }, [id: string]>({
  name: 'test.mentions',
  text: `select count(*)::int as n from (select to_jsonb(c)::text as row from cairn.change c
         union all select to_jsonb(n)::text from cairn.change_note n) s where position($1 in s.row) > 0`,
})

describe('the feed', () => {
  it('lacks an erased EHR, and has its erasure', async () => {
    const [gone, kept] = [await newEhr(server), await newEhr(server)]
    const start = await now(server)
    const uid = idOf(await postComposition(server, gone))
    const stays = idOf(await postComposition(server, kept))
    const middle = await now(server)
    await admin(`DELETE /openehr/v1/admin/ehr/${gone}`)
    const events = await readAll(server, start, 'type=composition&type=ehr')
    assert.deepEqual(told(events), [`composition.created ${stays}`, `ehr.erased ${gone}`])
    assert.equal(JSON.stringify(await readAll(server)).includes(uid), false)
    assert.deepEqual(told(await readAll(server, 'start', `ehr_id=${gone}`)), [`ehr.erased ${gone}`])
    assert.deepEqual(told(await readAll(server, middle)), [`ehr.erased ${gone}`])
    // The position and the note of the erasure.
    assert.equal((await server.db.query(mentions, [gone]))[0]?.n, 2)
  })

  it('lacks an erased composition with its tags, and has its erasure', async () => {
    const ehrId = await newEhr(server)
    const start = await now(server)
    const [object = ''] = idOf(await postComposition(server, ehrId)).split('::')
    const tagged = await server.call(`PUT /openehr/v1/ehr/${ehrId}/composition/${object}/tags`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify([{ key: 'flag' }]),
    })
    assert.equal(tagged.status, 204, tagged.text)
    assert.equal((await readAll(server, start)).length, 3)
    await admin(`DELETE /openehr/v1/admin/ehr/${ehrId}/composition/${object}`)
    assert.deepEqual(told(await readAll(server, start)), [`composition.erased ${object}`])
  })

  it('has the changes of a merged EHR as those of the other, and the merge', async () => {
    const [from, into] = [await newEhr(server), await newEhr(server)]
    const uid = idOf(await postComposition(server, from))
    const start = await now(server)
    await admin(`POST /openehr/v1/admin/ehr/${into}/merge`, { from })
    const [merged, ...others] = await readAll(server, start)
    assert.deepEqual([merged?.type, merged?.subject, merged?.data.merged_ehr_id], ['ehr.merged', into, from])
    assert.deepEqual(others, [])
    const events = await readAll(server, 'start', `ehr_id=${into}&type=composition&type=ehr`)
    assert.deepEqual(
      told(events),
      [`ehr.created ${into}`, `composition.created ${uid}`, `ehr.merged ${into}`].sort(
        (a, b) => told(events).indexOf(a) - told(events).indexOf(b),
      ),
    )
    assert.ok(events.every(({ data }) => data.ehr_id === into))
  })
})
