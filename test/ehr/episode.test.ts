/** Episodes of an EHR over HTTP: list, create, read, change, activate, delete, destroy. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { validateRm } from '@cairn-ehr/openehr/validate'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { idOf, newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { FULL, openEpisodes, versionsOf } from './episodes.ts'

const server = await testServer()
const episodes = openEpisodes(server)
const { call, make, list, destroy } = episodes

const history = (uid: string) => versionsOf(server.db, uid)

describe('POST', () => {
  it('answers 201 with the episode, its address, its version and its time', async () => {
    const ehrId = await newEhr(server)
    const answer = await call(`POST /ehr/${ehrId}/episode`, FULL)
    assert.equal(answer.status, 201, answer.text)
    const { uid, episodeId, ...rest } = answer.json()
    assert.deepEqual(rest, FULL)
    assert.match(episodeId, /^E\d{7}$/)
    assert.ok(answer.headers.get('location')?.endsWith(`/extra/v1/ehr/${ehrId}/episode/${uid}`))
    assert.match(idOf(answer), new RegExp(`^${uid}::.+::1$`))
    assert.ok(answer.headers.get('last-modified'))
    const read = await call(`GET /ehr/${ehrId}/episode/${uid}`)
    assert.deepEqual(read.json(), answer.json())
    assert.equal(idOf(read), idOf(answer))
  })

  it('takes a name alone: it is active, begins now and is open', async () => {
    const ehrId = await newEhr(server)
    const before = Date.now()
    const made = await make(ehrId, { name: '  Intake  ', urgency: null, careCircuit: null, endsAt: null })
    assert.deepEqual(Object.keys(made), ['uid', 'episodeId', 'name', 'active', 'startsAt'])
    assert.deepEqual([made.name, made.active], ['Intake', true])
    const began = Date.parse(made.startsAt)
    assert.ok(began >= before && began <= Date.now())
  })

  it('keeps all of it in a valid FOLDER, signed, with the committer and the description of the headers', async () => {
    const ehrId = await newEhr(server)
    const made = await call(`POST /ehr/${ehrId}/episode`, FULL, {
      'openehr-audit-details': 'committer.name="Dr. Ada", description.value="admitted"',
    })
    const [version] = await history(made.json().uid)
    const { commit_audit, signature } = JSON.parse(version?.envelope ?? '')
    assert.deepEqual(
      [commit_audit.committer.name, commit_audit.description.value, commit_audit.change_type.value],
      ['Dr. Ada', 'admitted', 'creation'],
    )
    assert.ok(signature)
    const folder = JSON.parse(version?.data ?? '')
    assert.deepEqual(validateRm(folder, 'FOLDER'), [])
    assert.equal(folder.name.value, 'Admission')
    const values = folder.details.items.map(({ name, value }: never) => [
      (name as { value: string }).value,
      (value as { value: unknown }).value,
    ])
    assert.deepEqual(values, [
      ['Active', false],
      ['Urgency', 'Crisis'],
      ['Care circuit', '5'],
      ['Start', FULL.startsAt],
      ['End', FULL.endsAt],
    ])
  })

  it('numbers are never given twice, and lists go by them', async () => {
    const [one, two] = [await newEhr(server), await newEhr(server)]
    const all = await Promise.all([make(one), make(two), make(one), make(two), make(one)])
    assert.equal(new Set(all.map(each => each.episodeId)).size, 5)
    for (const ehrId of [one, two]) {
      const numbers = (await list(ehrId)).map(each => each.episodeId)
      assert.deepEqual(numbers, [...numbers].sort())
    }
  })

  it('lists all faults, each with its field', async () => {
    const ehrId = await newEhr(server)
    const answer = await call(`POST /ehr/${ehrId}/episode`, {
      name: ' ',
      active: 'yes',
      urgency: 'at0011',
      careCircuit: 5,
      startsAt: '2025-12-04T15:46:53',
      endsAt: '2025-02-30T00:00:00Z',
      status: 'open',
    })
    assert.equal(answer.status, 400)
    assert.equal(answer.json().code, 'request.malformed')
    const paths = answer.json().errors.map((each: { path: string }) => each.path)
    assert.deepEqual(paths.sort(), [
      'active',
      'careCircuit',
      'endsAt',
      'name',
      'startsAt',
      'status',
      'urgency',
    ])
    assert.ok(answer.json().validationErrors.includes('active: must be true or false'))
  })

  const refused: [what: string, body: unknown, field: string | undefined][] = [
    ['a list', [], undefined],
    ['null', null, undefined],
    ['a text', 'Admission', undefined],
    ['no name', {}, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(501) }, 'name'],
    ['an end before the start', { ...FULL, endsAt: '2025-12-04T14:46:52Z' }, 'endsAt'],
    ['an end before now, without a start', { name: 'x', endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
    ['a date without a time', { name: 'x', startsAt: '2025-12-04' }, 'startsAt'],
    ['a basic date', { name: 'x', startsAt: '20251204T154653Z' }, 'startsAt'],
    ['a year that is none', { name: 'x', startsAt: '0000-01-01T00:00:00Z' }, 'startsAt'],
    ['an hour that is none', { name: 'x', startsAt: '2025-12-04T24:30:00Z' }, 'startsAt'],
    ['an offset that is none', { name: 'x', startsAt: '2025-12-04T12:30:00+99:00' }, 'startsAt'],
    ['the name of a member of all objects', { name: 'x', toString: 'x' }, 'toString'],
    ['an uid of its own', { name: 'x', uid: randomUUID() }, 'uid'],
  ]
  for (const [what, body, field] of refused)
    it(`refuses ${what}: 400`, async () => {
      const ehrId = await newEhr(server)
      const answer = await call(`POST /ehr/${ehrId}/episode`, body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json().errors[0]?.path, field, answer.text)
      assert.equal((await list(ehrId)).length, 1)
    })

  it('takes an end at the very start, whatever the offsets', async () => {
    const ehrId = await newEhr(server)
    await make(ehrId, { ...FULL, endsAt: '2025-12-04T14:46:53Z' })
  })
})

describe('PUT', () => {
  it('replaces what it says, removes what it leaves out, and keeps start and status', async () => {
    const ehrId = await newEhr(server)
    const { uid, episodeId } = await make(ehrId, FULL)
    const answer = await call(`PUT /ehr/${ehrId}/episode/${uid}`, { name: 'Renamed' })
    assert.equal(answer.status, 200, answer.text)
    const expected = { uid, episodeId, name: 'Renamed', active: false, startsAt: FULL.startsAt }
    assert.deepEqual(answer.json(), expected)
    assert.match(idOf(answer), /::2$/)
    assert.deepEqual((await call(`GET /ehr/${ehrId}/episode/${uid}`)).json(), expected)
    assert.deepEqual(
      (await history(uid)).map(each => each?.changeType),
      [249, 251],
    )
  })

  it('holds a new end to the start that stays: 400', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId, FULL)
    const answer = await call(`PUT /ehr/${ehrId}/episode/${uid}`, {
      name: 'x',
      endsAt: '2025-12-01T00:00:00Z',
    })
    assert.equal(answer.status, 400)
    assert.equal(answer.json().errors[0].path, 'endsAt')
  })

  it('honours If-Match: 412 with the current ETag, and the version that is named is followed', async () => {
    const ehrId = await newEhr(server)
    const made = await call(`POST /ehr/${ehrId}/episode`, FULL)
    const at = `/ehr/${ehrId}/episode/${made.json().uid}`
    const second = await call(`PUT ${at}`, FULL, { 'If-Match': `"${idOf(made)}"` })
    assert.equal(second.status, 200, second.text)
    const stale = { 'If-Match': idOf(made) }
    for (const answer of [
      await call(`PUT ${at}`, FULL, stale),
      await call(`PUT ${at}/activate`, undefined, stale),
      await call(`PUT ${at}/deactivate`, undefined, stale),
      await call(`DELETE ${at}`, undefined, stale),
    ]) {
      assert.equal(answer.status, 412, answer.text)
      assert.equal(answer.json().code, 'version.conflict')
      assert.equal(idOf(answer), idOf(second))
    }
    assert.equal((await call(`DELETE ${at}`, undefined, { 'If-Match': idOf(second) })).status, 200)
  })
})

describe('activate and deactivate', () => {
  it('answer 200 with {} and change nothing but the status', async () => {
    const ehrId = await newEhr(server)
    const { uid, ...rest } = await make(ehrId, FULL)
    for (const [verb, active, body] of [
      ['activate', true, undefined],
      ['deactivate', false, {}],
    ] as const) {
      const answer = await call(`PUT /ehr/${ehrId}/episode/${uid}/${verb}`, body)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.text, '{}')
      const read = await call(`GET /ehr/${ehrId}/episode/${uid}`)
      assert.deepEqual(read.json(), { uid, ...rest, active })
      assert.equal(idOf(read), idOf(answer))
    }
    assert.equal((await history(uid)).length, 3)
  })

  it('refuse a body that says something: 400', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    const answer = await call(`PUT /ehr/${ehrId}/episode/${uid}/activate`, { name: 'x' })
    assert.equal(answer.status, 400)
  })

  it('at once by many who name no version: all of them succeed, one after the other', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    const verbs = ['activate', 'deactivate', 'activate']
    const answers = await Promise.all(verbs.map(verb => call(`PUT /ehr/${ehrId}/episode/${uid}/${verb}`)))
    assert.deepEqual(
      answers.map(each => each.status),
      [200, 200, 200],
    )
    const versions = await history(uid)
    assert.deepEqual(
      versions.map(each => each?.version),
      [1, 2, 3, 4],
    )
    const shown = (await call(`GET /ehr/${ehrId}/episode/${uid}`)).json()
    const [active] = JSON.parse(versions.at(-1)?.data ?? '').details.items
    assert.equal(shown.active, active.value.value, 'what is shown is what the latest version says')
  })
})

describe('DELETE', () => {
  it('answers 200; the episode is gone from the list and from its address, its history stays', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId, FULL)
    const answer = await call(`DELETE /ehr/${ehrId}/episode/${uid}`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await list(ehrId)).length, 1)
    const gone = [
      await call(`GET /ehr/${ehrId}/episode/${uid}`),
      await call(`PUT /ehr/${ehrId}/episode/${uid}`, FULL),
      await call(`PUT /ehr/${ehrId}/episode/${uid}/activate`),
      await call(`DELETE /ehr/${ehrId}/episode/${uid}`),
    ]
    for (const each of gone) {
      assert.equal(each.status, 404)
      assert.equal(each.json().code, 'episode.not_found')
    }
    assert.deepEqual(
      (await history(uid)).map(each => [each?.changeType, each?.data === null]),
      [
        [249, false],
        [523, true],
      ],
    )
  })
})

describe('destroy', () => {
  it('leaves nothing of the episode, its history and its contributions, and nothing amiss', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId, FULL)
    await call(`PUT /ehr/${ehrId}/episode/${uid}/activate`)
    const answer = await destroy(ehrId, uid)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.text, '{}')
    assert.deepEqual(await history(uid), [])
    assert.equal((await destroy(ehrId, uid)).status, 404)
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })

  it('takes one that was deleted before', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    assert.equal((await call(`DELETE /ehr/${ehrId}/episode/${uid}`)).status, 200)
    assert.equal((await destroy(ehrId, uid)).status, 200)
    assert.deepEqual(await history(uid), [])
  })

  it('needs api.admin', async () => {
    const ehrId = await newEhr(server)
    const { uid } = await make(ehrId)
    assert.equal((await call(`PUT /admin/ehr/${ehrId}/episode/${uid}/destroy`)).status, 403)
  })
})
