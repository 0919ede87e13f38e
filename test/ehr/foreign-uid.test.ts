/** Uids of other systems: a CONTRIBUTION keeps them as ids of versions, a lenient commit keeps them in the feeder audit. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { folder, note, openRecords, status } from '../admin/records.ts'
import { idOf } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { contribution, version } from './contribution-changes.ts'

const PREFIX = '/ehrbase/rest/openehr/v1'
const server = await testServer({ env: { CAIRN_PREFIXES: PREFIX } })
const records = await openRecords(server)
const { call, callAt } = records

const SYSTEM = 'cairn.local'
const versioned = (value: string) => ({ uid: { _type: 'OBJECT_VERSION_ID', value } })
const LENIENT = { Prefer: 'handling=lenient' }

const created = (rest: object, ofVersion: object = {}) =>
  version({ change: 'creation', data: { ...note('moved'), ...rest }, rest: ofVersion as never })
const send = (ehrId: string, ...versions: ReturnType<typeof version>[]) =>
  call(`POST /ehr/${ehrId}/contribution`, contribution(versions), { Prefer: 'return=representation' })
const uidsIn = (answer: Answer): string[] =>
  answer.json().versions.map((each: { id: { value: string } }) => each.id.value)

describe('a first version of another system in a CONTRIBUTION', () => {
  it('is kept as the id of the version, whichever of version and data have it', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const answer = await send(
      await records.ehr(),
      created({}, versioned(`${a}::EMR_APP::1`)),
      created(versioned(`${b}::EMR_APP::1`)),
      created({ uid: { _type: 'HIER_OBJECT_ID', value: c } }, versioned(`${c}::other.example::1`)),
    )
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(uidsIn(answer), [`${a}::EMR_APP::1`, `${b}::EMR_APP::1`, `${c}::other.example::1`])
  })

  it('is read, queried, changed, tagged and deleted by that id', async () => {
    const ehrId = await records.ehr()
    const id = randomUUID()
    const first = `${id}::EMR_APP::1`
    assert.equal((await send(ehrId, created({}, versioned(first)))).status, 201)
    const read = await call(`GET /ehr/${ehrId}/composition/${id}`)
    assert.equal(read.headers.get('etag'), `"${first}"`)
    assert.ok(read.headers.get('location')?.endsWith(`/composition/${first}`))
    assert.equal(read.json().uid.value, first)
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${first}`)).status, 200)
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${id}::${SYSTEM}::1`)).status, 404)
    const container = `/ehr/${ehrId}/versioned_composition/${id}`
    assert.equal((await call(`GET ${container}/version/${first}`)).json().uid.value, first)
    const q = `SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c WHERE c/uid/value = '${first}'`
    assert.deepEqual((await call(`GET /query/aql?q=${encodeURIComponent(q)}`)).json().rows, [[first]])
    const put = await call(`PUT /ehr/${ehrId}/composition/${id}`, note('changed'), { 'If-Match': first })
    assert.equal(put.status, 204, put.text)
    const second = `${id}::EMR_APP::2`
    assert.equal(idOf(put), second)
    const history = (await call(`GET ${container}/revision_history`)).json()
    assert.deepEqual(
      history.items.map((item: { version_id: { value: string } }) => item.version_id.value),
      [first, second],
    )
    const ours = (await call(`GET ${container}/version/${second}`)).json()
    assert.equal(ours.preceding_version_uid.value, first)
    assert.equal(ours.commit_audit.system_id, SYSTEM)
    const tags = await call(`PUT /ehr/${ehrId}/composition/${first}/tags`, [{ key: 'moved' }])
    assert.equal(tags.status, 204, tags.text)
    const next = version({ change: 'modification', data: note('third'), preceding: second })
    assert.deepEqual(uidsIn(await send(ehrId, next)), [`${id}::EMR_APP::3`])
    assert.equal((await call(`DELETE /ehr/${ehrId}/composition/${id}::EMR_APP::3`)).status, 204)
  })

  it('of a directory is kept as well', async () => {
    const ehrId = await records.ehr()
    const uid = `${randomUUID()}::EMR_APP::1`
    const directory = version({ change: 'creation', data: folder('root'), rest: versioned(uid) as never })
    assert.equal((await send(ehrId, directory)).status, 201)
    assert.equal(idOf(await call(`GET /ehr/${ehrId}/directory`)), uid)
    const put = await call(`PUT /ehr/${ehrId}/directory`, folder('next'), { 'If-Match': uid })
    assert.equal(put.status, 204, put.text)
  })

  it('that is in use is a 409, and a later version or two systems are a 422', async () => {
    const ehrId = await records.ehr()
    const id = randomUUID()
    assert.equal((await send(ehrId, created({}, versioned(`${id}::EMR_APP::1`)))).status, 201)
    assert.equal((await send(ehrId, created({}, versioned(`${id}::EMR_APP::1`)))).status, 409)
    assert.equal((await send(await records.ehr(), created({}, versioned(`${id}::OTHER::1`)))).status, 409)
    const fresh = randomUUID()
    const refused = await send(
      ehrId,
      created({}, versioned(`${fresh}::EMR_APP::2`)),
      created(versioned(`${fresh}::ONE::1`), versioned(`${fresh}::TWO::1`)),
    )
    assert.equal(refused.status, 400, refused.text)
    const late = await send(ehrId, created({}, versioned(`${fresh}::EMR_APP::2`)))
    assert.equal(late.status, 422, late.text)
    const two = await send(ehrId, created(versioned(`${fresh}::ONE::1`), versioned(`${fresh}::TWO::1`)))
    assert.equal(two.status, 422, two.text)
  })
})

/** Ways to commit a composition with a uid of another system, all of them with the right to lenient handling. */
const WAYS = {
  'with handling=lenient': (ehrId: string, body: unknown) =>
    call(`POST /ehr/${ehrId}/composition`, body, LENIENT),
  'at a compatible prefix': (ehrId: string, body: unknown) =>
    callAt(`POST ${PREFIX}/ehr/${ehrId}/composition`, body),
}

describe('a composition with a uid of another system', () => {
  for (const [name, post] of Object.entries(WAYS))
    it(`${name}: the object id is kept, the version is ours, and the uid is in the feeder audit`, async () => {
      const ehrId = await records.ehr()
      const id = randomUUID()
      const original = `${id}::old.example::4`
      const answer = await post(ehrId, { ...note('moved'), ...versioned(original) })
      assert.equal(answer.status, 201, answer.text)
      assert.equal(idOf(answer), `${id}::${SYSTEM}::1`)
      assert.match(answer.headers.get('cairn-warnings') ?? '', new RegExp(original))
      const { uid, feeder_audit } = (await call(`GET /ehr/${ehrId}/composition/${id}`)).json()
      assert.equal(uid.value, `${id}::${SYSTEM}::1`)
      assert.deepEqual(feeder_audit, {
        _type: 'FEEDER_AUDIT',
        originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'old.example' },
        originating_system_item_ids: [{ _type: 'DV_IDENTIFIER', id: original, type: 'OBJECT_VERSION_ID' }],
      })
      assert.equal((await post(ehrId, { ...note('moved'), ...versioned(original) })).status, 409)
    })

  it('with handling=lenient says so in Preference-Applied', async () => {
    const body = { ...note('moved'), ...versioned(`${randomUUID()}::old.example::1`) }
    const answer = await call(`POST /ehr/${await records.ehr()}/composition`, body, LENIENT)
    assert.equal(answer.headers.get('preference-applied'), 'handling=lenient')
  })

  it('that is no UUID gets an object id of this server', async () => {
    const ehrId = await records.ehr()
    const original = '1.2.840.113554::old.example::1'
    const answer = await call(
      `POST /ehr/${ehrId}/composition`,
      { ...note('moved'), ...versioned(original) },
      LENIENT,
    )
    assert.equal(answer.status, 201, answer.text)
    const read = (await call(`GET /ehr/${ehrId}/composition/${idOf(answer)}`)).json()
    assert.equal(read.feeder_audit.originating_system_item_ids[0].id, original)
  })

  it('keeps the feeder audit that it has, with one more id', async () => {
    const ehrId = await records.ehr()
    const original = `${randomUUID()}::old.example::1`
    const feeder_audit = {
      _type: 'FEEDER_AUDIT',
      originating_system_item_ids: [{ _type: 'DV_IDENTIFIER', id: '4711' }],
      originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'laboratory' },
    }
    const body = { ...note('moved'), ...versioned(original), feeder_audit }
    const uid = idOf(await call(`POST /ehr/${ehrId}/composition`, body, LENIENT))
    const stored = (await call(`GET /ehr/${ehrId}/composition/${uid}`)).json().feeder_audit
    assert.equal(stored.originating_system_audit.system_id, 'laboratory')
    assert.deepEqual(
      stored.originating_system_item_ids.map((each: { id: string }) => each.id),
      ['4711', original],
    )
  })

  it('in FLAT is kept in the same way', async () => {
    const ehrId = await records.ehr()
    const plain = await records.composition(ehrId, 'in FLAT')
    const flat = await call(`GET /ehr/${ehrId}/composition/${plain}?format=FLAT`)
    const original = `${randomUUID()}::old.example::1`
    const answer = await callAt(
      `POST ${PREFIX}/ehr/${ehrId}/composition?format=FLAT&templateId=Blood%20pressure.v1`,
      JSON.parse(flat.text.replace(plain, original)),
    )
    assert.equal(answer.status, 201, answer.text)
    const read = (await call(`GET /ehr/${ehrId}/composition/${idOf(answer)}`)).json()
    assert.equal(read.feeder_audit.originating_system_item_ids[0].id, original)
  })

  it('is taken for the next version of its object', async () => {
    const ehrId = await records.ehr()
    const first = await records.composition(ehrId, 'first')
    const [id = ''] = first.split('::')
    const body = { ...note('next'), ...versioned(`${id}::old.example::7`) }
    const headers = { 'If-Match': first }
    assert.equal((await call(`PUT /ehr/${ehrId}/composition/${id}`, body, headers)).status, 400)
    const answer = await call(`PUT /ehr/${ehrId}/composition/${id}`, body, { ...headers, ...LENIENT })
    assert.equal(answer.status, 204, answer.text)
    assert.equal(idOf(answer), `${id}::${SYSTEM}::2`)
  })

  it("is refused on the interface's own paths, with the ways out", async () => {
    const body = { ...note('moved'), ...versioned(`${randomUUID()}::old.example::1`) }
    const answer = await call(`POST /ehr/${await records.ehr()}/composition`, body)
    assert.equal(answer.status, 422)
    assert.match(answer.json().message, /CONTRIBUTION.*handling=lenient.*CAIRN_PREFIXES.*feeder_audit/)
  })
})

describe('an EHR_STATUS with a uid', () => {
  it('of another system creates an EHR at a compatible prefix', async () => {
    const original = `${randomUUID()}::old.example::3`
    const answer = await callAt(`POST ${PREFIX}/ehr`, status({ ...versioned(original) }))
    assert.equal(answer.status, 201, answer.text)
    const read = (await call(`GET /ehr/${idOf(answer)}/ehr_status`)).json()
    assert.equal(read.feeder_audit.originating_system_item_ids[0].id, original)
  })

  it('that names the object is taken by PUT, whatever system and version it has', async () => {
    const ehrId = await records.ehr()
    for (const suffix of ['', '::other.example::9', `::${SYSTEM}::30`, '::extension']) {
      const latest = idOf(await call(`GET /ehr/${ehrId}/ehr_status`))
      const [id = ''] = latest.split('::')
      const type = suffix.split('::').length === 3 ? 'OBJECT_VERSION_ID' : 'HIER_OBJECT_ID'
      const body = status({ uid: { _type: type, value: `${id}${suffix}` } })
      const answer = await call(`PUT /ehr/${ehrId}/ehr_status`, body, { 'If-Match': latest })
      assert.equal(answer.status, 204, `${suffix}: ${answer.text}`)
    }
  })

  it('of another object is refused', async () => {
    const ehrId = await records.ehr()
    const headers = { 'If-Match': idOf(await call(`GET /ehr/${ehrId}/ehr_status`)) }
    const body = status({ uid: { _type: 'HIER_OBJECT_ID', value: randomUUID() } })
    assert.equal((await call(`PUT /ehr/${ehrId}/ehr_status`, body, headers)).status, 400)
  })
})

describe('records with uids of other systems', () => {
  it('are as they were signed, and go to another server and back as they are', async () => {
    const ehrId = await records.ehr()
    const id = randomUUID()
    await send(ehrId, created({}, versioned(`${id}::EMR_APP::1`)))
    await call(`PUT /ehr/${ehrId}/composition/${id}`, note('next'), { 'If-Match': `${id}::EMR_APP::1` })
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
    const exported = await callAt('GET /admin/v1/export')
    const other = await testServer()
    const body = exported.text
      .trimEnd()
      .split('\n')
      .filter(line => !/^\{"record":"(export|manifest)"/.test(line))
      .join('\n')
    const origin = String(JSON.parse(exported.text.split('\n')[0] ?? '{}').origin)
    const imported = await other.call(`POST /admin/v1/import?origin=${encodeURIComponent(origin)}`, {
      scopes: 'api.admin api.write api.read',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body,
    })
    assert.equal(imported.status, 200, imported.text)
    const read = await other.call(`GET /openehr/v1/ehr/${ehrId}/composition/${id}`, { scopes: 'api.read' })
    assert.equal(idOf(read), `${id}::EMR_APP::2`)
    assert.deepEqual((await verifyRecords(other.db)).faults, [])
  })
})
