/** Physical deletion of EHRs: nothing of them remains but a tombstone, and their ids answer like unknown ones. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { newPerson } from '../people/people.ts'
import { testServer } from '../server.ts'
import { everyTable, tablesOfEhrs } from './catalogue.ts'
import { addPublishedRow } from './published-row.ts'
import { aboutSubject, folder, note, objectOf, openRecords, status } from './records.ts'

const server = await testServer()
const records = await openRecords(server)
const { call } = records

await newPerson(server, 'eva')

/** An app that eva opened for the EHR, a launch that waits, and access that she took in an emergency. */
const addContexts = sql<never, [ehrId: string, clientId: string]>({
  name: 'test.addContexts',
  text: `with grants as (
      insert into cairn.app_grant (grant_id, client_id, person_id, scopes, audience, ehr_id, signed_in_at, granted_at)
      values (gen_random_uuid(), $2, 'eva', '{api.read}', 'x', $1, now(), now())
    ), assignments as (
      insert into cairn.assignment (assignment_id, person_id, kind, ehr_id, starts_at, ends_at, reason, assigned_by, assigned_at)
      values (gen_random_uuid(), 'eva', 'break_glass', $1, now(), now() + interval '1 h', 'an emergency', 'eva', now())
    ), drafts as (
      insert into cairn.draft (draft_id, person_id, ehr_id, template_id, revision, page, saved_at, content)
      values (gen_random_uuid(), 'eva', $1, 'x', 1, 'x', now(), 'x')
    ) insert into cairn.launch (mac, ehr_id, expires_at) values (decode(md5($1::text), 'hex'), $1, now() + interval '1 h')`,
})
const revokedGrants = sql<{ count: number }>({
  name: 'test.revokedGrants',
  text: 'select count(*)::integer from cairn.app_grant where revoked_at is not null and ehr_id is null',
})

/** An EHR with rows in every table that has rows of EHRs. */
async function fullEhr(marker: string) {
  const ehrId = await records.ehr(status(aboutSubject(marker)))
  const first = await records.composition(ehrId, marker, { 'openehr-item-tag': `key="${marker}"` })
  const second = await records.update(ehrId, first, `${marker} again`)
  await records.faulty(ehrId, marker)
  const uid = { _type: 'HIER_OBJECT_ID', value: randomUUID() }
  const directory = await call(`POST /ehr/${ehrId}/directory`, { ...folder(marker), uid })
  assert.equal(directory.status, 201, directory.text)
  const mistake = await records.composition(ehrId, marker)
  assert.equal((await call(`DELETE /admin/ehr/${ehrId}/composition/${mistake}`)).status, 204)
  const episode = await records.callAt(`POST /extra/v1/ehr/${ehrId}/episode`, { name: marker })
  assert.equal(episode.status, 201, episode.text)
  await server.db.execute(addContexts, [ehrId, server.client.id])
  await addPublishedRow(server, ehrId, objectOf(first), marker)
  return { ehrId, first, second }
}

const tombstone = sql<
  { client_id: string; reason: string; erased_at: Date; merged_into: string | null },
  [ehrId: string]
>({
  name: 'test.tombstone',
  text: 'select client_id, reason, erased_at, merged_into from cairn.erased_ehr where ehr_id = $1',
})

/** Tables that say that the EHR was erased: the tombstone, and its event in the change feed. */
const TELLING = ['erased_ehr', 'change_note', 'change']

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

describe('DELETE /admin/ehr/{ehr_id}', () => {
  it('leaves nothing in any table of the catalogue: not the id, not a word of its data', async () => {
    const marker = `marker-${randomUUID()}`
    const { ehrId } = await fullEhr(marker)
    const other = await fullEhr(`other-${randomUUID()}`)
    const owned = await tablesOfEhrs(server.db)
    for (const table of owned)
      assert.ok(
        (await table.rowsOf(ehrId)) > 0,
        `this test is to fill cairn.${table.name}, and versions/erasure/ehr-erasure.ts to empty it`,
      )
    const before = await Promise.all(owned.map(table => table.rowsOf(other.ehrId)))

    const answer = await call(`DELETE /admin/ehr/${ehrId}`)
    assert.equal(answer.status, 204, answer.text)
    assert.equal(answer.text, '')

    for (const table of owned) assert.equal(await table.rowsOf(ehrId), 0, table.name)
    for (const table of await everyTable(server.db)) {
      assert.equal(await table.rowsWith(marker), 0, `${table.name} still has its data`)
      if (!TELLING.includes(table.name))
        assert.equal(await table.rowsWith(ehrId), 0, `${table.name} still has its id`)
    }
    assert.deepEqual(await Promise.all(owned.map(table => table.rowsOf(other.ehrId))), before)
    assert.equal((await server.db.query(revokedGrants))[0]?.count, 1)
  })

  const reasons: [how: string, request: string, headers: Record<string, string>, reason: string][] = [
    ['none', '', {}, 'no reason given'],
    ['a query parameter', '?reason=asked%20by%20the%20patient', {}, 'asked by the patient'],
    ['the audit details', '', { 'openehr-audit-details': 'description.value="by order"' }, 'by order'],
  ]
  for (const [how, query, headers, reason] of reasons)
    it(`leaves a tombstone with client, time and reason: ${how}`, async () => {
      const ehrId = await records.ehr()
      const began = Date.now()
      assert.equal((await call(`DELETE /admin/ehr/${ehrId}${query}`, undefined, headers)).status, 204)
      const [left] = await server.db.query(tombstone, [ehrId])
      assert.deepEqual([left?.client_id, left?.reason, left?.merged_into], [server.client.id, reason, null])
      assert.ok(Math.abs((left?.erased_at.getTime() ?? 0) - began) < 60_000)
    })

  it('is in the audit trail, with the EHR and the client', async () => {
    const ehrId = await records.ehr()
    await call(`DELETE /admin/ehr/${ehrId}`)
    const events = sql<{ client_id: string; action: string; status: number }, [ehrId: string]>({
      name: 'test.events',
      text: `select client_id, action, status from cairn.audit_event where ehr_id = $1 and route like '%admin%'`,
    })
    for (let tries = 0; tries < 50 && (await server.db.query(events, [ehrId])).length === 0; tries++)
      await sleep(100)
    assert.deepEqual(await server.db.query(events, [ehrId]), [
      { client_id: server.client.id, action: 'D', status: 204 },
    ])
  })

  it('afterwards every route of the EHR answers with the bytes of an unknown EHR', async () => {
    const { ehrId, first } = await fullEhr(`gone-${randomUUID()}`)
    const statusUid =
      (await call(`GET /ehr/${ehrId}/ehr_status`)).headers.get('etag')?.replaceAll('"', '') ?? ''
    const { paths } = (await server.call('GET /openapi.json')).json() as { paths: Record<string, object> }
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
    const bodies: [end: RegExp, body: unknown][] = [
      [/\/tags$/, []],
      [/\/merge$/, { from: await records.ehr() }],
      [/\/composition(\/\{\w+\})?$/, note('x')],
      [/\/ehr_status$/, status()],
      [/\/directory$/, folder('x')],
      [/\/contribution$/, contributionOf('x')],
      [/\/episode(\/\{uid\})?$/, { name: 'x' }],
      [/\/draft\/\{draft_id\}$/, { template_id: 'x', page: 'x', content: {} }],
    ]
    const values: Record<string, string> = {
      versioned_object_uid: objectOf(first),
      uid_based_id: first,
      version_uid: statusUid,
      contribution_uid: randomUUID(),
      key: 'a',
      uid: randomUUID(),
      draft_id: randomUUID(),
    }
    let asked = 0
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.includes('/ehr/{ehr_id}')) continue
      for (const method of Object.keys(operations)) {
        const at = `${method.toUpperCase()} ${path}`
        if (at === 'PUT /openehr/v1/ehr/{ehr_id}') continue
        const [, body] = bodies.find(([end]) => end.test(path)) ?? []
        const ask = (id: string) => {
          const objectOnly = at.startsWith('PUT') && path.endsWith('{uid_based_id}')
          const filled = at.replace(/\{(\w+)\}/g, (_, name: string) =>
            name === 'ehr_id' ? id : objectOnly ? objectOf(first) : (values[name] ?? name),
          )
          return records.callAt(filled, method === 'get' || method === 'delete' ? undefined : body, {
            'If-Match': first,
          })
        }
        const [erased, unknown] = [await ask(ehrId), await ask(randomUUID())]
        assert.equal(erased.status, 404, `${at}: ${erased.status} ${erased.text}`)
        assert.equal(withoutRequestId(erased.text), withoutRequestId(unknown.text), at)
        assert.equal(erased.json().code, 'ehr.not_found', at)
        asked++
      }
    }
    assert.ok(asked >= 25, `only ${asked} routes were asked`)
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 404)
  })

  it('the id cannot be used again: PUT answers 409, and no EHR is made', async () => {
    const ehrId = randomUUID()
    assert.equal((await call(`PUT /ehr/${ehrId}`)).status, 201)
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
    const again = await call(`PUT /ehr/${ehrId}`)
    assert.equal(again.status, 409)
    assert.equal(again.json().code, 'ehr.erased')
    assert.equal((await call(`GET /ehr/${ehrId}`)).status, 404)
  })

  it('nor while it is being erased', async () => {
    const ehrId = randomUUID()
    assert.equal((await call(`PUT /ehr/${ehrId}`)).status, 201)
    const answers = await Promise.all([
      call(`DELETE /admin/ehr/${ehrId}`),
      ...Array.from({ length: 6 }, () => call(`PUT /ehr/${ehrId}`)),
    ])
    assert.deepEqual(
      answers.map(answer => answer.status),
      [204, 409, 409, 409, 409, 409, 409],
    )
    assert.equal((await call(`GET /ehr/${ehrId}`)).status, 404)
  })

  it('the subject is free for another EHR', async () => {
    const subject = randomUUID()
    const ehrId = await records.ehr(status(aboutSubject(subject)))
    assert.equal((await call('POST /ehr', status(aboutSubject(subject)))).status, 409)
    await call(`DELETE /admin/ehr/${ehrId}`)
    assert.equal((await call('POST /ehr', status(aboutSubject(subject)))).status, 201)
  })

  it('an EHR that is not modifiable can be erased', async () => {
    const ehrId = await records.ehr(status({ is_modifiable: false }))
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
  })

  it('a reason that is too long is 400, and nothing is erased', async () => {
    const ehrId = await records.ehr()
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}?reason=${'x'.repeat(1001)}`)).status, 400)
    assert.equal((await call(`GET /ehr/${ehrId}`)).status, 200)
  })

  it('writers at the same moment are done before it or find no EHR, and nothing remains', async () => {
    const { ehrId, second } = await fullEhr(`raced-${randomUUID()}`)
    const target = objectOf(second)
    const writers = Array.from({ length: 6 }, async (_, at) => {
      const seen: number[] = []
      for (let turn = 0; turn < 50 && !seen.includes(404); turn++) {
        const writes = [
          () => call(`POST /ehr/${ehrId}/composition`, note('late')),
          () => call(`PUT /ehr/${ehrId}/composition/${target}`, note('late'), { 'If-Match': '*' }),
          () => call(`PUT /ehr/${ehrId}/composition/${target}/tags`, [{ key: `k${turn}` }]),
        ]
        const answer = await writes[(at + turn) % writes.length]?.()
        assert.ok([201, 204, 404, 412].includes(answer?.status ?? 0), `${answer?.status} ${answer?.text}`)
        seen.push(answer?.status ?? 0)
      }
      return seen
    })
    await sleep(150)
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
    for (const seen of await Promise.all(writers)) assert.equal(seen.at(-1), 404)
    for (const table of await tablesOfEhrs(server.db)) assert.equal(await table.rowsOf(ehrId), 0, table.name)
  })
})

function contributionOf(says: string) {
  const coded = (code: string, value: string) => ({
    _type: 'DV_CODED_TEXT',
    value,
    defining_code: { terminology_id: { value: 'openehr' }, code_string: code },
  })
  const audit = {
    _type: 'AUDIT_DETAILS',
    change_type: coded('249', 'creation'),
    committer: { _type: 'PARTY_IDENTIFIED', name: says },
  }
  const version = {
    _type: 'ORIGINAL_VERSION',
    commit_audit: audit,
    lifecycle_state: coded('532', 'complete'),
    data: note(says),
  }
  return { _type: 'CONTRIBUTION', audit, versions: [version] }
}

describe('DELETE /admin/ehr/all', () => {
  it('erases those that are named, and leaves the others', async () => {
    const [one, two, three] = [await records.ehr(), await records.ehr(), await records.ehr()]
    const answer = await call(`DELETE /admin/ehr/all?ehr_id=${one}&ehr_id=${two}&reason=test`)
    assert.equal(answer.status, 204, answer.text)
    assert.equal((await call(`GET /ehr/${one}`)).status, 404)
    assert.equal((await call(`GET /ehr/${two}`)).status, 404)
    assert.equal((await call(`GET /ehr/${three}`)).status, 200)
    assert.equal((await server.db.query(tombstone, [two]))[0]?.reason, 'test')
  })

  it('erases none where one is not there', async () => {
    const ehrId = await records.ehr()
    const cases = [
      [randomUUID(), 404],
      ['nothing', 400],
    ] as const
    for (const [missing, status] of cases) {
      const answer = await call(`DELETE /admin/ehr/all?ehr_id=${ehrId}&ehr_id=${missing}`)
      assert.equal(answer.status, status)
      assert.equal((await call(`GET /ehr/${ehrId}`)).status, 200)
    }
  })

  it('erases one that is named twice once', async () => {
    const ehrId = await records.ehr()
    assert.equal((await call(`DELETE /admin/ehr/all?ehr_id=${ehrId}&ehr_id=${ehrId}`)).status, 204)
  })

  it('does not erase everything when nothing is named: 400', async () => {
    const ehrId = await records.ehr()
    assert.equal((await call('DELETE /admin/ehr/all')).status, 400)
    assert.equal((await call(`GET /ehr/${ehrId}`)).status, 200)
  })

  it('needs api.admin', async () => {
    const ehrId = await records.ehr()
    for (const path of [`all?ehr_id=${ehrId}`, ehrId]) {
      const options = { scopes: 'api.read api.write' }
      assert.equal((await server.call(`DELETE /openehr/v1/admin/ehr/${path}`, options)).status, 403)
    }
    assert.equal((await call(`GET /ehr/${ehrId}`)).status, 200)
  })
})
