/** The episode of a record: `cairn-episode` on commits, and its effect on the episode. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { clientOf, contribution, counted, folder, status, version } from './contribution-changes.ts'
import { episodeOf, openEpisodes } from './episodes.ts'

const server = await testServer()
await uploadTemplate(server)
const { call, make, defaultOf, destroy } = openEpisodes(server)
const client = clientOf(server)

const naming = (uid: string) => ({ 'cairn-episode': uid })
const belongsTo = async (versionUid: string) => (await episodeOf(server.db, versionUid)).episode_uid
const post = async (ehrId: string, headers?: Record<string, string>) => {
  const answer = await postComposition(server, ehrId, bloodPressure(), headers)
  assert.equal(answer.status, 201, answer.text)
  return idOf(answer)
}

describe('a composition', () => {
  it('belongs to the default episode, unless its commit names another', async () => {
    const ehrId = await newEhr(server)
    const own = await defaultOf(ehrId)
    const other = await make(ehrId)
    assert.equal(await belongsTo(await post(ehrId)), own.uid)
    assert.equal(await belongsTo(await post(ehrId, naming(other.uid))), other.uid)
    assert.equal(await belongsTo(await post(ehrId, naming(other.uid.toUpperCase()))), other.uid)
    assert.equal(await belongsTo(await post(ehrId, naming(own.uid))), own.uid)
  })

  it('stays where it is with an update that names none, and moves with one that does', async () => {
    const ehrId = await newEhr(server)
    const [one, two] = [await make(ehrId), await make(ehrId)]
    let uid = await post(ehrId, naming(one.uid))
    uid = idOf(await putComposition(server, ehrId, uid))
    assert.equal(await belongsTo(uid), one.uid)
    uid = idOf(await putComposition(server, ehrId, uid, bloodPressure(), naming(two.uid)))
    assert.equal(await belongsTo(uid), two.uid)
    uid = idOf(
      await putComposition(server, ehrId, uid, bloodPressure(), naming((await defaultOf(ehrId)).uid)),
    )
    assert.equal(await belongsTo(uid), (await defaultOf(ehrId)).uid)
    const gone = await client.call(`DELETE /ehr/${ehrId}/composition/${uid}`, undefined, naming(one.uid))
    assert.equal(gone.status, 204, gone.text)
    assert.equal(await belongsTo(uid), one.uid)
  })

  it('shows the episode as it is now, in UTC, open or with its end', async () => {
    const ehrId = await newEhr(server)
    const made = await make(ehrId, { name: 'x', startsAt: '2025-12-04T15:46:53+01:00' })
    const uid = await post(ehrId, naming(made.uid))
    const fields = {
      episode_uid: made.uid,
      episode_id: made.episodeId,
      episode_status: 'active',
      episode_start: '2025-12-04 14:46:53',
      episode_end: '9999-12-31 23:59:59',
    }
    assert.deepEqual(await episodeOf(server.db, uid), fields)
    await call(`PUT /ehr/${ehrId}/episode/${made.uid}`, {
      name: 'x',
      active: false,
      endsAt: '2025-12-31T23:30:00.5-02:00',
    })
    assert.deepEqual(await episodeOf(server.db, uid), {
      ...fields,
      episode_status: 'inactive',
      episode_end: '2026-01-01 01:30:00',
    })
  })

  it('can be committed with tags and an episode at once', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    const made = await post(ehrId, { ...naming(uid), 'openehr-item-tag': 'key="a"' })
    assert.equal(await belongsTo(made), uid)
    const tags = await client.call(`GET /ehr/${ehrId}/composition/${made.split('::')[0]}/tags`)
    assert.equal(tags.json().length, 1)
  })

  it('a number beyond seven digits is shown whole', async () => {
    const ehrId = await newEhr(server)
    await server.db.execute(
      sql({ name: 'test.far', prepare: false, text: `select setval('cairn.episode_number_seq', 12345677)` }),
    )
    const made = await make(ehrId)
    assert.equal(made.episodeId, 'E12345678')
    const uid = await post(ehrId, naming(made.uid))
    assert.equal((await episodeOf(server.db, uid)).episode_id, 'E12345678')
  })
})

describe('a contribution', () => {
  it('puts all its compositions into the episode, and leaves status and directory alone', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    const first = await post(ehrId)
    const body = contribution([
      version({ change: 'creation', data: bloodPressure() }),
      version({ change: 'modification', data: bloodPressure(), preceding: first }),
      version({ change: 'creation', data: folder('root') }),
      version({ change: 'modification', data: status(), preceding: await client.statusUid(ehrId) }),
    ])
    const answer = await client.commit(ehrId, body, { ...naming(uid), Prefer: 'return=representation' })
    assert.equal(answer.status, 201, answer.text)
    const [made, changed] = answer.json().versions.map((each: { id: { value: string } }) => each.id.value)
    assert.deepEqual([await belongsTo(made), await belongsTo(changed)], [uid, uid])
    const others = sql<{ n: number }, [ehrId: string]>({
      name: 'test.notRecords',
      text: `select count(*)::int as n from cairn.versioned_object
             where ehr_id = $1 and kind <> 'COMPOSITION' and episode_id is not null`,
    })
    assert.deepEqual(await server.db.query(others, [ehrId]), [{ n: 0 }])
  })

  it('cannot change an episode, nor can the directory be read or written as one', async () => {
    const ehrId = await newEhr(server)
    const made = await call(`POST /ehr/${ehrId}/episode`, { name: 'x' })
    const before = await counted(server, ehrId)
    const preceding = idOf(made)
    for (const change of [
      version({ change: 'modification', data: folder('x'), preceding }),
      version({ change: 'deleted', preceding }),
    ]) {
      const answer = await client.commit(ehrId, contribution([change]))
      assert.equal(answer.status, 400)
      assert.equal(answer.json().code, 'contribution.invalid')
    }
    const unread = [
      `directory/${preceding}`,
      'directory',
      `composition/${preceding}`,
      `versioned_composition/${made.json().uid}`,
      `versioned_ehr_status/version/${preceding}`,
    ]
    for (const path of unread)
      assert.equal((await client.call(`GET /ehr/${ehrId}/${path}`)).status, 404, path)
    const put = await client.call(`PUT /ehr/${ehrId}/directory`, folder('x'), { 'If-Match': preceding })
    assert.equal(put.status, 404)
    const tagged = await client.call(`PUT /ehr/${ehrId}/composition/${made.json().uid}/tags`, [{ key: 'a' }])
    assert.equal(tagged.status, 404)
    assert.deepEqual(await counted(server, ehrId), before)
  })
})

describe('queries', () => {
  it('do not see episodes, neither as folders nor as versions', async () => {
    const ehrId = await newEhr(server)
    await make(ehrId)
    for (const q of [
      `SELECT f FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS FOLDER f`,
      `SELECT v/uid/value FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS VERSION v[ALL_VERSIONS] CONTAINS FOLDER f`,
    ]) {
      const answer = await client.call(`GET /query/aql?q=${encodeURIComponent(q)}`)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.json().rows, [], q)
    }
    const versions = `SELECT v/uid/value FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS VERSION v[ALL_VERSIONS]`
    const answer = await client.call(`GET /query/aql?q=${encodeURIComponent(versions)}`)
    assert.deepEqual(answer.json().rows, [[await client.statusUid(ehrId)]])
  })
})

describe('the header', () => {
  it('that is no uid is 400, whatever is committed, and nothing is written', async () => {
    const ehrId = await newEhr(server)
    const before = await counted(server, ehrId)
    const body = contribution([version({ change: 'creation', data: bloodPressure() })])
    for (const uid of ['nothing', '', `${randomUUID()},${randomUUID()}`, `"${randomUUID()}"`])
      for (const answer of [
        await postComposition(server, ehrId, bloodPressure(), naming(uid)),
        await client.commit(ehrId, body, naming(uid)),
      ]) {
        assert.equal(answer.status, 400, uid)
        assert.equal(answer.json().code, 'id.malformed')
      }
    assert.deepEqual(await counted(server, ehrId), before)
  })

  it('that names an unknown, a deleted or another EHR’s episode is 422, and nothing is written', async () => {
    const ehrId = await newEhr(server)
    const deleted = await make(ehrId)
    await call(`DELETE /ehr/${ehrId}/episode/${deleted.uid}`)
    const others = await make(await newEhr(server))
    const first = await post(ehrId)
    const before = await counted(server, ehrId)
    const body = contribution([version({ change: 'creation', data: bloodPressure() })])
    const onlyStatus = contribution([
      version({ change: 'modification', data: status(), preceding: await client.statusUid(ehrId) }),
    ])
    for (const uid of [randomUUID(), deleted.uid, others.uid, first.split('::')[0] ?? ''])
      for (const answer of [
        await postComposition(server, ehrId, bloodPressure(), naming(uid)),
        await putComposition(server, ehrId, first, bloodPressure(), naming(uid)),
        await client.call(`DELETE /ehr/${ehrId}/composition/${first}`, undefined, naming(uid)),
        await client.commit(ehrId, body, naming(uid)),
        await client.commit(ehrId, onlyStatus, naming(uid)),
      ]) {
        assert.equal(answer.status, 422, answer.text)
        assert.equal(answer.json().code, 'data.episode_unknown')
        assert.match(answer.json().message, new RegExp(uid))
      }
    assert.deepEqual(await counted(server, ehrId), before)
    assert.equal(await belongsTo(first), (await defaultOf(ehrId)).uid)
  })

  it('says nothing about a status or a directory, which belong to no episode', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    const headers = { ...naming(uid), 'If-Match': await client.statusUid(ehrId) }
    assert.equal((await client.call(`PUT /ehr/${ehrId}/ehr_status`, status(), headers)).status, 204)
    const made = await client.call(`POST /ehr/${ehrId}/directory`, folder('x'), naming(uid))
    assert.equal(made.status, 201)
    assert.equal((await call(`DELETE /ehr/${ehrId}/episode/${uid}`)).status, 200)
  })
})

describe('an episode with records', () => {
  it('is not deleted or destroyed: 409, also where they are deleted; once they moved it is', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    const record = await post(ehrId, naming(uid))
    const refused = async () => {
      for (const answer of [await call(`DELETE /ehr/${ehrId}/episode/${uid}`), await destroy(ehrId, uid)]) {
        assert.equal(answer.status, 409)
        assert.equal(answer.json().code, 'episode.in_use')
      }
      assert.equal((await call(`GET /ehr/${ehrId}/episode/${uid}`)).status, 200)
    }
    await refused()
    const gone = await client.call(`DELETE /ehr/${ehrId}/composition/${record}`)
    await refused()
    const { uid: own } = await defaultOf(ehrId)
    const back = await putComposition(server, ehrId, idOf(gone), bloodPressure(), naming(own))
    assert.equal(back.status, 204, back.text)
    assert.equal((await call(`DELETE /ehr/${ehrId}/episode/${uid}`)).status, 200)
    assert.equal((await destroy(ehrId, uid)).status, 200)
  })

  it('takes records while inactive and after its end: what is written late belongs to it all the same', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId, {
      name: 'x',
      active: false,
      startsAt: '2020-01-01T00:00:00Z',
      endsAt: '2020-01-02T00:00:00Z',
    })
    assert.equal(await belongsTo(await post(ehrId, naming(uid))), uid)
  })
})

describe('at the same moment', () => {
  const ways: [what: string, take: (ehrId: string, uid: string) => ReturnType<typeof call>][] = [
    ['deleting', (ehrId, uid) => call(`DELETE /ehr/${ehrId}/episode/${uid}`)],
    ['destroying', destroy],
  ]
  for (const [what, take] of ways)
    it(`commits that name an episode and ${what} it: either they are in it, or it is gone`, async () => {
      const ehrId = await newEhr(server)
      for (let round = 0; round < 30; round++) {
        const { uid } = await make(ehrId)
        const body = contribution([version({ change: 'creation', data: bloodPressure() })])
        const [first, taken, second] = await Promise.all([
          postComposition(server, ehrId, bloodPressure(), naming(uid)),
          take(ehrId, uid),
          client.commit(ehrId, body, naming(uid)),
        ])
        const written = [first, second].filter(each => each.status === 201)
        const refused = [first, second].filter(each => each.status === 422)
        assert.equal(written.length + refused.length, 2, `${first.text} ${second.text}`)
        assert.equal(taken.status, written.length > 0 ? 409 : 200, taken.text)
        if (first.status === 201) assert.equal(await belongsTo(idOf(first)), uid)
      }
    })

  it('changing, deleting and destroying an episode leave no half of it', async () => {
    const ehrId = await newEhr(server)
    for (let round = 0; round < 20; round++) {
      const { uid } = await make(ehrId)
      const at = `/ehr/${ehrId}/episode/${uid}`
      const answers = await Promise.all([
        call(`PUT ${at}/deactivate`),
        call(`PUT ${at}`, { name: 'y' }),
        round % 2 === 0 ? destroy(ehrId, uid) : call(`DELETE ${at}`),
      ])
      for (const { status: code, text } of answers) assert.ok([200, 404].includes(code), `${code} ${text}`)
    }
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })
})
