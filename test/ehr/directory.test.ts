/** The directory of an EHR over HTTP (openEHR REST, DIRECTORY; conformance schedule, I_EHR_DIRECTORY). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { idOf, newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { folder, status } from './contribution-changes.ts'
import { directoriesOf, REPRESENTATION, refusedAs, TREE } from './directories.ts'

let clock = Date.parse('2026-11-15T10:00:00.000Z')
const server = await testServer({ now: () => clock, env: { CAIRN_SYSTEM_ID: 'cairn.test' } })
const { call, post, put, remove, get, withDirectory } = directoriesOf(server)

/** The clock moves on between two commits, so that times between them can be asked for. */
function later(): string {
  clock += 60_000
  const between = new Date(clock - 30_000).toISOString()
  return between
}

describe('POST /ehr/{ehr_id}/directory', () => {
  it('answers 201 with the version uid in ETag, Location, Last-Modified and no body', async () => {
    const ehrId = await newEhr(server)
    const answer = await post(ehrId)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.text, '')
    assert.match(idOf(answer), /^[0-9a-f-]{36}::cairn\.test::1$/)
    assert.ok(answer.headers.get('location')?.endsWith(`/openehr/v1/ehr/${ehrId}/directory/${idOf(answer)}`))
    assert.equal(answer.headers.get('last-modified'), new Date(clock).toUTCString())
  })

  it('answers with the FOLDER, its version uid in it, for return=representation', async () => {
    const answer = await post(await newEhr(server), TREE, REPRESENTATION)
    assert.equal(answer.headers.get('preference-applied'), 'return=representation')
    const uid = { _type: 'OBJECT_VERSION_ID', value: idOf(answer) }
    assert.deepEqual(answer.json(), { ...TREE, uid })
    const identified = await post(await newEhr(server), TREE, { Prefer: 'return=identifier' })
    assert.deepEqual(identified.json(), { uid: idOf(identified) })
  })

  it('makes it the directory that the EHR names', async () => {
    const { ehrId, uid } = await withDirectory()
    assert.equal((await call(`GET /ehr/${ehrId}`)).json().directory.id.value, uid)
    assert.equal((await call(`GET /ehr/${await newEhr(server)}`)).json().directory, undefined)
  })

  it('answers 409 where there is one already, and leaves that', async () => {
    const { ehrId, uid } = await withDirectory()
    refusedAs(await post(ehrId, folder('other')), 409, 'version.exists')
    assert.equal((await get(ehrId)).json().uid.value, uid)
  })

  it('answers 404 where there is no such EHR', async () => {
    for (const ehrId of [randomUUID(), 'nothing']) refusedAs(await post(ehrId), 404, 'ehr.not_found')
  })

  it('answers 400 with every violation to a FOLDER that breaks rules', async () => {
    const { name: _none, ...nameless } = folder('a')
    const answer = await post(
      await newEhr(server),
      folder('root', { folders: [nameless], items: [{ type: 'x' }] }),
    )
    refusedAs(answer, 400, 'folder.invalid')
    assert.ok(answer.json().errors.length >= 2, answer.text)
  })

  it('answers 400 to what is no FOLDER or cannot be read, and 415 to another media type', async () => {
    const ehrId = await newEhr(server)
    refusedAs(await post(ehrId, status()), 400, 'request.malformed')
    refusedAs(await post(ehrId, '{'), 400, 'json.malformed')
    assert.equal((await post(ehrId, 'x', { 'Content-Type': 'text/plain' })).status, 415)
  })

  it('takes empty lists of folders for none, as openEHR writes them in its examples', async () => {
    const { ehrId } = await withDirectory(
      folder('root', { items: [], folders: [folder('a', { folders: [] })] }),
    )
    const read = (await get(ehrId)).json()
    assert.equal(read.folders[0].folders, undefined)
  })

  it('takes the audit of the commit from its headers', async () => {
    const ehrId = await newEhr(server)
    later()
    const headers = { 'openehr-audit-details': 'committer.name="Dr. Ada",description.value="why"' }
    await post(ehrId, TREE, headers)
    const [found] = await server.db.query(
      sql<{ contribution_id: string }, [ehrId: string]>({
        name: 'test.lastContribution',
        text: 'select contribution_id from cairn.contribution where ehr_id = $1 order by committed_at desc limit 1',
      }),
      [ehrId],
    )
    const made = await call(`GET /ehr/${ehrId}/contribution/${found?.contribution_id}`, undefined, {
      Prefer: 'resolve_refs',
    })
    const [{ commit_audit: audit }] = made.json().versions
    assert.deepEqual([audit.committer.name, audit.description.value], ['Dr. Ada', 'why'])
  })
})

describe('GET /ehr/{ehr_id}/directory', () => {
  it('answers 404 where there never was one', async () => {
    refusedAs(await get(await newEhr(server)), 404, 'version.not_found')
    refusedAs(await get(randomUUID()), 404, 'ehr.not_found')
    refusedAs(await get(await newEhr(server), '?path=x'), 404, 'version.not_found')
  })

  it('answers the version extant at a time, also of a directory that was replaced since', async () => {
    const before = later()
    const { ehrId, uid: first } = await withDirectory(folder('first'))
    const afterFirst = later()
    const second = idOf(await put(ehrId, first, folder('second')))
    const afterSecond = later()
    const gone = idOf(await remove(ehrId, second))
    const afterDeletion = later()
    const third = idOf(await post(ehrId, folder('third')))
    const rows: [time: string, expected: number, etag: string][] = [
      [before, 404, ''],
      [afterFirst, 200, first],
      [afterSecond, 200, second],
      [afterDeletion, 204, gone],
      [later(), 200, third],
      ['2999-01-01T00:00:00Z', 200, third],
    ]
    for (const [time, expected, etag] of rows) {
      const answer = await get(ehrId, `?version_at_time=${encodeURIComponent(time)}`)
      assert.deepEqual([answer.status, idOf(answer)], [expected, etag], time)
    }
    assert.equal(idOf(await get(ehrId)), third)
  })

  it('answers 400 to a malformed time', async () => {
    const { ehrId } = await withDirectory()
    for (const time of ['yesterday', '20261115T100000Z'])
      refusedAs(await get(ehrId, `?version_at_time=${time}`), 400, 'time.malformed')
  })

  const PATHS: Record<string, string | undefined> = {
    '': 'root',
    '/': 'root',
    emergency: 'emergency',
    '/emergency': 'emergency',
    'emergency/': 'emergency',
    'emergency/episode x': 'episode x',
    '/emergency/episode x/summary/': 'summary',
    'emergency/episode/y': 'episode/y',
    'emergency/deep/here': 'here',
    'Krankenhausaufenthalt ä': 'Krankenhausaufenthalt ä',
    root: undefined,
    'emergency/episode': undefined,
    emerg: undefined,
    'emergency//episode x': undefined,
    'episode x': undefined,
    nothing: undefined,
  }
  for (const [path, name] of Object.entries(PATHS))
    it(`finds ${name ? `the folder "${name}"` : 'nothing'} at the path "${path}"`, async () => {
      const { ehrId, uid } = await withDirectory()
      for (const place of [`/ehr/${ehrId}/directory`, `/ehr/${ehrId}/directory/${uid}`]) {
        const answer = await call(`GET ${place}?path=${encodeURIComponent(path)}`)
        if (name === undefined) refusedAs(answer, 404, 'version.not_found')
        else {
          assert.equal(answer.status, 200, answer.text)
          assert.equal(answer.json().name.value, name)
          assert.equal(idOf(answer), uid)
        }
      }
    })
})

describe('GET /ehr/{ehr_id}/directory/{version_uid}', () => {
  it('answers each version, 204 for the one that deleted it', async () => {
    const { ehrId, uid: first } = await withDirectory(folder('first'))
    const second = idOf(await put(ehrId, first, folder('second')))
    const gone = idOf(await remove(ehrId, second))
    const read = (uid: string) => call(`GET /ehr/${ehrId}/directory/${uid}`)
    assert.equal((await read(first)).json().name.value, 'first')
    assert.equal((await read(second)).json().name.value, 'second')
    const deleted = await read(gone)
    assert.deepEqual([deleted.status, deleted.text, idOf(deleted)], [204, '', gone])
  })

  it('answers 404 in the same bytes for unknown ids, those of another EHR, and those of other objects', async () => {
    const { ehrId, uid } = await withDirectory()
    const others = await withDirectory()
    const statusUid = (await call(`GET /ehr/${ehrId}/ehr_status`)).json().uid.value
    const bodies = []
    for (const id of [
      `${randomUUID()}::cairn.test::1`,
      others.uid,
      statusUid,
      uid.replace(/1$/, '2'),
      uid.replace('cairn.test', 'elsewhere'),
      'nothing',
    ]) {
      const answer = await call(`GET /ehr/${ehrId}/directory/${id}`)
      assert.equal(answer.status, 404, id)
      bodies.push(JSON.stringify({ ...answer.json(), requestId: '' }))
    }
    assert.equal(new Set(bodies).size, 1)
  })
})

describe('PUT /ehr/{ehr_id}/directory', () => {
  it('answers 204, or 200 with the FOLDER or its uid, and the new version in ETag', async () => {
    const { ehrId, uid } = await withDirectory()
    const minimal = await put(ehrId, uid, folder('two'))
    assert.deepEqual([minimal.status, minimal.text, idOf(minimal)], [204, '', uid.replace(/1$/, '2')])
    assert.ok(minimal.headers.get('location')?.endsWith(`/directory/${idOf(minimal)}`))
    const whole = await put(ehrId, idOf(minimal), folder('three'), REPRESENTATION)
    assert.deepEqual([whole.status, whole.json().name.value], [200, 'three'])
    const identified = await put(ehrId, idOf(whole), folder('four'), { Prefer: 'return=identifier' })
    assert.deepEqual([identified.status, identified.json()], [200, { uid: uid.replace(/1$/, '4') }])
  })

  it('takes If-Match bare, quoted and weak', async () => {
    const { ehrId, uid } = await withDirectory()
    let latest = uid
    for (const form of [(id: string) => id, (id: string) => `"${id}"`, (id: string) => `W/"${id}"`]) {
      const answer = await put(ehrId, latest, folder('x'), { 'If-Match': form(latest) })
      assert.equal(answer.status, 204, answer.text)
      latest = idOf(answer)
    }
  })

  it('answers 412 with the latest version in ETag to another If-Match, and 400 to none', async () => {
    const { ehrId, uid } = await withDirectory()
    const latest = idOf(await put(ehrId, uid))
    for (const stale of [uid, `${randomUUID()}::cairn.test::1`, latest.replace(/2$/, '3')]) {
      const answer = await put(ehrId, stale)
      refusedAs(answer, 412, 'version.conflict')
      assert.equal(idOf(answer), latest)
    }
    refusedAs(await call(`PUT /ehr/${ehrId}/directory`, folder('x')), 400, 'version.precondition_missing')
  })

  it('answers 404 where there is no directory, and where it is deleted', async () => {
    const none = await newEhr(server)
    refusedAs(await put(none, `${randomUUID()}::cairn.test::1`), 404, 'version.not_found')
    const { ehrId, uid } = await withDirectory()
    const gone = idOf(await remove(ehrId, uid))
    refusedAs(await put(ehrId, gone), 404, 'version.not_found')
  })

  it('answers 400 to a FOLDER that breaks rules and to the uid of another object', async () => {
    const { ehrId, uid } = await withDirectory()
    refusedAs(await put(ehrId, uid, { _type: 'FOLDER' }), 400, 'folder.invalid')
    const other = { uid: { _type: 'HIER_OBJECT_ID', value: randomUUID() } }
    refusedAs(await put(ehrId, uid, folder('x', other)), 400, 'request.malformed')
    assert.equal((await put(ehrId, uid, (await get(ehrId)).json())).status, 204)
  })

  it('lets one of eight win; the others get 412 with its version', async () => {
    const { ehrId, uid } = await withDirectory()
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(ehrId, uid)))
    assert.deepEqual(answers.map(answer => answer.status).sort(), [204, 412, 412, 412, 412, 412, 412, 412])
    for (const answer of answers) assert.equal(idOf(answer), uid.replace(/1$/, '2'))
  })
})

describe('DELETE /ehr/{ehr_id}/directory', () => {
  it('answers 204 with the version that deletes it; then the directory is gone, and its versions are there', async () => {
    const { ehrId, uid } = await withDirectory()
    const answer = await remove(ehrId, uid)
    assert.deepEqual([answer.status, answer.text, idOf(answer)], [204, '', uid.replace(/1$/, '2')])
    const read = await get(ehrId)
    assert.deepEqual([read.status, read.text, idOf(read)], [204, '', idOf(answer)])
    assert.equal((await get(ehrId, '?path=emergency')).status, 204)
    assert.equal((await call(`GET /ehr/${ehrId}/directory/${uid}`)).status, 200)
    assert.equal((await call(`GET /ehr/${ehrId}`)).json().directory, undefined)
  })

  it('lets another be created after it, which is a new object', async () => {
    const { ehrId, uid } = await withDirectory()
    await remove(ehrId, uid)
    const again = await post(ehrId, folder('new'))
    assert.equal(again.status, 201, again.text)
    assert.notEqual(idOf(again).split('::')[0], uid.split('::')[0])
    assert.match(idOf(again), /::1$/)
    assert.equal((await get(ehrId)).json().name.value, 'new')
    assert.equal((await call(`GET /ehr/${ehrId}/directory/${uid}`)).status, 200)
  })

  it('answers 412, 400 and 404 as an update does', async () => {
    const { ehrId, uid } = await withDirectory()
    const stale = await remove(ehrId, uid.replace(/1$/, '7'))
    refusedAs(stale, 412, 'version.conflict')
    assert.equal(idOf(stale), uid)
    refusedAs(await call(`DELETE /ehr/${ehrId}/directory`), 400, 'version.precondition_missing')
    const gone = idOf(await remove(ehrId, uid))
    refusedAs(await remove(ehrId, gone), 404, 'version.not_found')
    refusedAs(await remove(await newEhr(server), uid), 404, 'version.not_found')
    refusedAs(await remove(randomUUID(), uid), 404, 'ehr.not_found')
  })
})

describe('the directory of an EHR that is not modifiable', () => {
  it('answers 409 to every write and goes on to be read', async () => {
    const { ehrId, uid } = await withDirectory()
    const current = (await call(`GET /ehr/${ehrId}/ehr_status`)).json().uid.value
    const closed = await call(`PUT /ehr/${ehrId}/ehr_status`, status({ is_modifiable: false }), {
      'If-Match': current,
    })
    assert.equal(closed.status, 204, closed.text)
    refusedAs(await put(ehrId, uid), 409, 'ehr.not_modifiable')
    refusedAs(await remove(ehrId, uid), 409, 'ehr.not_modifiable')
    assert.equal((await get(ehrId)).json().uid.value, uid)
    const other = await newEhr(server, status({ is_modifiable: false }))
    refusedAs(await post(other), 409, 'ehr.not_modifiable')
  })
})
