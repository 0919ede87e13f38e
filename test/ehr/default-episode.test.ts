/** The default episode of an EHR: it has an ETag from the start, and its versions are stored from the first change on (decision 0074). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { validateRm } from '@cairn-ehr/openehr/validate'
import type { StoredVersion } from '../../packages/server/src/versions/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { earlierEhr } from '../earlier-ehr.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { episodeOf, FULL, openEpisodes, versionsOf } from './episodes.ts'

const server = await testServer()
await uploadTemplate(server)
const { call, defaultOf, destroy, list } = openEpisodes(server)
const versions = (uid: string) => versionsOf(server.db, uid)

async function newDefault() {
  const ehrId = await newEhr(server)
  const { uid } = await defaultOf(ehrId)
  return { ehrId, uid, at: `/ehr/${ehrId}/episode/${uid}` }
}

const descriptionOf = (version: StoredVersion | undefined): string =>
  JSON.parse(version?.envelope ?? '{}').commit_audit.description?.value

describe('the default episode', () => {
  it('is there with every EHR: active, open, and begun when the EHR was made', async () => {
    const ehrId = await newEhr(server)
    const ehr = await server.call(`GET /openehr/v1/ehr/${ehrId}`, { scopes: 'api.read' })
    const [only, ...more] = await list(ehrId)
    assert.deepEqual(more, [])
    assert.match(only?.episodeId ?? '', /^E\d{7}$/)
    assert.deepEqual(only, {
      uid: only?.uid,
      episodeId: only?.episodeId,
      name: 'Default episode',
      active: true,
      startsAt: ehr.json().time_created.value,
      default: true,
    })
  })

  it('has the ETag of its first version and the time of its EHR, and takes records', async () => {
    const { ehrId, uid, at } = await newDefault()
    const read = await call(`GET ${at}`)
    assert.equal(read.status, 200)
    assert.match(idOf(read), new RegExp(`^${uid}::.+::1$`))
    assert.equal(read.headers.get('last-modified'), new Date(read.json().startsAt).toUTCString())
    const record = await postComposition(server, ehrId, undefined, { 'cairn-episode': uid })
    assert.equal(record.status, 201, record.text)
    assert.equal((await episodeOf(server.db, idOf(record))).episode_uid, uid)
    assert.deepEqual(await versions(uid), [])
  })

  it('of an EHR with an id of its own, and with tags on its status, is there too', async () => {
    const ehrId = randomUUID()
    const made = await server.call(`PUT /openehr/v1/ehr/${ehrId}`, {
      scopes: 'api.write',
      headers: { 'openehr-item-tag': 'key="a"' },
    })
    assert.equal(made.status, 201, made.text)
    assert.equal((await defaultOf(ehrId)).active, true)
  })

  it('can be changed and deactivated, and stays the default', async () => {
    const ehrId = await newEhr(server)
    const { uid, episodeId } = await defaultOf(ehrId)
    assert.equal((await call(`PUT /ehr/${ehrId}/episode/${uid}`, FULL)).status, 200)
    assert.deepEqual(await defaultOf(ehrId), { uid, episodeId, ...FULL, default: true })
  })

  it('cannot be deleted or destroyed: 409', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await defaultOf(ehrId)
    for (const answer of [await call(`DELETE /ehr/${ehrId}/episode/${uid}`), await destroy(ehrId, uid)]) {
      assert.equal(answer.status, 409)
      assert.equal(answer.json().code, 'episode.is_default')
    }
    assert.equal((await list(ehrId)).length, 1)
    assert.equal((await versions(uid)).length, 0)
  })

  it('is stored as it was with its first change, which is the second version', async () => {
    const { uid, at } = await newDefault()
    const read = await call(`GET ${at}`)
    const changed = await call(`PUT ${at}`, { name: 'Named' }, { 'If-Match': `"${idOf(read)}"` })
    assert.equal(changed.status, 200, changed.text)
    assert.match(idOf(changed), /::2$/)
    assert.equal(changed.json().default, true)
    const stored = await versions(uid)
    assert.deepEqual(
      stored.map(each => [each?.version, each?.changeType, JSON.parse(each?.data ?? '').name.value]),
      [
        [1, 249, 'Default episode'],
        [2, 251, 'Named'],
      ],
    )
    const [first] = stored
    assert.equal(idOf(read), `${uid}::${first?.systemId}::1`)
    assert.equal(descriptionOf(first), 'The default episode, as it was made with its EHR.')
    assert.deepEqual(validateRm(JSON.parse(first?.data ?? ''), 'FOLDER'), [])
    const { faults } = await verifyRecords(server.db)
    assert.deepEqual(faults, [])
  })

  it('changed for a version that it does not have is refused, and stays as it is: 412 with the current ETag', async () => {
    const { uid, at } = await newDefault()
    const read = await call(`GET ${at}`)
    for (const stale of [`${randomUUID()}::x::1`, idOf(read).replace(/1$/, '2')]) {
      const answer = await call(`PUT ${at}/deactivate`, undefined, { 'If-Match': stale })
      assert.equal(answer.status, 412, answer.text)
      assert.equal(idOf(answer), idOf(read))
    }
    assert.deepEqual(await versions(uid), [])
    assert.equal((await call(`PUT ${at}/deactivate`, undefined, { 'If-Match': '*' })).status, 200)
  })

  it('cannot be created by a change: 400, and nothing is stored', async () => {
    const { uid, at } = await newDefault()
    const creation = { 'openehr-audit-details': 'change_type.code_string="249"' }
    const answer = await call(`PUT ${at}/deactivate`, undefined, creation)
    assert.equal(answer.status, 400, answer.text)
    assert.deepEqual(await versions(uid), [])
    const amendment = { 'openehr-audit-details': 'change_type.code_string="250"' }
    assert.equal((await call(`PUT ${at}/deactivate`, undefined, amendment)).status, 200)
    assert.deepEqual(
      (await versions(uid)).map(each => each?.changeType),
      [249, 250],
    )
  })

  it('can be changed by who may change records but not create them, and by nobody who may only read them', async () => {
    const makeToken = await openTokens(server)
    for (const [permissions, status, stored] of [
      ['ru', 200, 2],
      ['r', 403, 0],
      ['rc', 403, 0],
    ] as const) {
      const { uid, at } = await newDefault()
      const token = await makeToken({ scope: `system/composition-*.${permissions}` })
      const answer = await server.call(`PUT /extra/v1${at}/deactivate`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      assert.equal(answer.status, status, `${permissions}: ${answer.text}`)
      assert.equal((await versions(uid)).length, stored, permissions)
    }
  })

  it('changed by several at once has a version for each', async () => {
    const { uid, at } = await newDefault()
    const answers = await Promise.all(
      ['deactivate', 'activate', 'deactivate'].map(verb => call(`PUT ${at}/${verb}`)),
    )
    assert.deepEqual(answers.map(each => idOf(each).split('::')[2]).sort(), ['2', '3', '4'])
    assert.equal((await versions(uid)).length, 4)
  })

  it('changed by several at once for its first version is changed once', async () => {
    const { uid, at } = await newDefault()
    const headers = { 'If-Match': idOf(await call(`GET ${at}`)) }
    const answers = await Promise.all([1, 2, 3].map(() => call(`PUT ${at}/deactivate`, undefined, headers)))
    assert.deepEqual(answers.map(each => each.status).sort(), [200, 412, 412])
    assert.equal((await versions(uid)).length, 2)
  })

  it('of an EHR that was merged can be deleted, and destroyed', async () => {
    const [into, { ehrId, uid }] = [await newEhr(server), await newDefault()]
    const merged = await server.call(`POST /openehr/v1/admin/ehr/${into}/merge`, {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from: ehrId }),
    })
    assert.equal(merged.status, 200, merged.text)
    assert.equal((await list(into)).length, 2)
    assert.equal((await call(`DELETE /ehr/${into}/episode/${uid}`)).status, 200)
    assert.equal((await list(into)).length, 1)
    assert.deepEqual(
      (await versions(uid)).map(each => each?.changeType),
      [249, 523],
    )
    assert.equal((await destroy(into, uid)).status, 200)
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })

  it('of an EHR whose first contribution has it goes on from that version', async () => {
    const ehrId = await earlierEhr(server)
    const { uid } = await defaultOf(ehrId)
    const at = `/ehr/${ehrId}/episode/${uid}`
    const changed = await call(`PUT ${at}`, { name: 'Named' }, { 'If-Match': idOf(await call(`GET ${at}`)) })
    assert.match(idOf(changed), /::2$/)
    const [first, second] = await versions(uid)
    assert.equal(descriptionOf(first), 'made before')
    assert.equal(second?.version, 2)
    const options = { scopes: 'api.read' }
    const contribution = await server.call(
      `GET /openehr/v1/ehr/${ehrId}/contribution/${first?.contributionId}`,
      options,
    )
    const made: { id: { value: string }; type: string }[] = contribution.json().versions
    assert.deepEqual(
      made.map(({ type }) => type),
      ['EHR_STATUS', 'EHR_ACCESS', 'FOLDER'],
    )
    const ehr = (await server.call(`GET /openehr/v1/ehr/${ehrId}`, options)).json()
    assert.equal(ehr.ehr_access.id.value, made[1]?.id.value)
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })
})
