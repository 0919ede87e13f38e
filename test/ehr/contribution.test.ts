/** CONTRIBUTION as a resource: what is sent, what comes back, and what is kept (openEHR REST, CONTRIBUTION). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { idOf, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import {
  clientOf,
  composition,
  contribution,
  counted,
  folder,
  status,
  version,
} from './contribution-changes.ts'

const server = await testServer({ env: { CAIRN_SYSTEM_ID: 'cairn.test' } })
await uploadTemplate(server)
const { call, commit, committed, statusUid } = clientOf(server)
const REPRESENTATION = { Prefer: 'return=representation' }
const creation = (given: unknown = composition()) => version({ change: 'creation', data: given })

describe('POST /ehr/{ehr_id}/contribution', () => {
  it('answers 201 with the uid in ETag, an absolute Location, Last-Modified and no body', async () => {
    const ehrId = await newEhr(server)
    const answer = await commit(ehrId, contribution([creation()]))
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.text, '')
    const uid = idOf(answer)
    assert.match(uid, /^[0-9a-f-]{36}$/)
    assert.match(
      answer.headers.get('location') ?? '',
      new RegExp(`^http.*/openehr/v1/ehr/${ehrId}/contribution/${uid}$`),
    )
    assert.ok(Date.parse(answer.headers.get('last-modified') ?? '') > 0)
    assert.equal(answer.headers.get('preference-applied'), null)
  })

  it('answers with the contribution for return=representation, and says so', async () => {
    const ehrId = await newEhr(server)
    const answer = await commit(ehrId, contribution([creation()]), REPRESENTATION)
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('preference-applied'), 'return=representation')
    const body = answer.json()
    assert.deepEqual(body.uid, { _type: 'HIER_OBJECT_ID', value: idOf(answer) })
    assert.equal(body.versions.length, 1)
    const { id, ...reference } = body.versions[0]
    assert.deepEqual(reference, { _type: 'OBJECT_REF', namespace: 'local', type: 'COMPOSITION' })
    assert.equal(id._type, 'OBJECT_VERSION_ID')
    assert.match(id.value, /^[0-9a-f-]{36}::cairn\.test::1$/)
    assert.equal(body.audit._type, 'AUDIT_DETAILS')
    assert.equal(body.audit.committer.name, 'Dr. Ada')
  })

  it('answers with the uid alone for return=identifier', async () => {
    const answer = await commit(await newEhr(server), contribution([creation()]), {
      Prefer: 'return=identifier',
    })
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.json(), { uid: idOf(answer) })
    assert.equal(answer.headers.get('preference-applied'), 'return=identifier')
  })

  it('puts whole VERSIONs in place of references for resolve_refs, as the version routes send them', async () => {
    const ehrId = await newEhr(server)
    const prefer = { Prefer: 'return=representation, resolve_refs' }
    const answer = await commit(ehrId, contribution([creation(), creation(folder('root'))]), prefer)
    assert.equal(answer.headers.get('preference-applied'), 'return=representation, resolve_refs')
    const [whole, directory] = answer.json().versions
    const objectId = whole.uid.value.split('::')[0]
    const read = await call(`GET /ehr/${ehrId}/versioned_composition/${objectId}/version/${whole.uid.value}`)
    assert.deepEqual(whole, read.json())
    assert.equal(directory._type, 'ORIGINAL_VERSION')
    assert.equal(directory.data.name.value, 'root')
  })

  it('does not claim resolve_refs where there is no body to have them in', async () => {
    const answer = await commit(await newEhr(server), contribution([creation()]), { Prefer: 'resolve_refs' })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('preference-applied'), null)
  })

  it('takes a uid that is free, and answers 409 to one that is in use', async () => {
    const ehrId = await newEhr(server)
    const uid = randomUUID()
    const body = contribution([creation()], { uid: { _type: 'HIER_OBJECT_ID', value: uid.toUpperCase() } })
    assert.equal(idOf(await commit(ehrId, body)), uid)
    const before = await counted(server, ehrId)
    const again = await commit(ehrId, body)
    assert.equal(again.status, 409)
    assert.equal(again.json().code, 'contribution.exists')
    assert.deepEqual(await counted(server, ehrId), before)
  })

  it('commits changes of all kinds at once, and keeps their order', async () => {
    const ehrId = await newEhr(server)
    const [old] = await committed(ehrId, { change: 'creation', data: composition(110) })
    const uids = await committed(
      ehrId,
      { change: 'creation', data: folder('root') },
      { change: 'modification', data: composition(111), preceding: old },
      { change: 'modification', data: status({ is_queryable: false }), preceding: await statusUid(ehrId) },
      { change: 'creation', data: composition(112) },
    )
    assert.deepEqual(
      uids.map(uid => uid.split('::')[2]),
      ['1', '2', '2', '1'],
    )
    assert.equal((await call(`GET /ehr/${ehrId}/directory`)).json().uid.value, uids[0])
    assert.equal(
      (await call(`GET /ehr/${ehrId}/composition/${old?.split('::')[0]}`)).json().uid.value,
      uids[1],
    )
    assert.equal((await call(`GET /ehr/${ehrId}/ehr_status`)).json().is_queryable, false)
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${uids[3]}`)).status, 200)
    assert.equal((await call(`GET /ehr/${ehrId}`)).json().directory.id.value, uids[0])
  })

  it('answers 404 where there is no such EHR', async () => {
    for (const ehrId of [randomUUID(), 'nothing'])
      assert.equal((await commit(ehrId, contribution([creation()]))).status, 404)
  })

  it('answers 406 to a simplified form, before anything is written', async () => {
    const ehrId = await newEhr(server)
    const before = await counted(server, ehrId)
    const answer = await call(
      `POST /ehr/${ehrId}/contribution?format=FLAT`,
      contribution([creation()]),
      REPRESENTATION,
    )
    assert.equal(answer.status, 406, answer.text)
    assert.deepEqual(await counted(server, ehrId), before)
  })

  it('changes what the EHR_STATUS says of the EHR: nothing else can be committed after it', async () => {
    const ehrId = await newEhr(server)
    const preceding = await statusUid(ehrId)
    // The last thing that can be committed is what comes with the change itself.
    await committed(
      ehrId,
      { change: 'creation', data: composition() },
      { change: 'modification', data: status({ is_modifiable: false }), preceding },
    )
    const refused = await commit(ehrId, contribution([creation()]))
    assert.equal(refused.status, 409, refused.text)
    assert.equal(refused.json().code, 'ehr.not_modifiable')
    const reopened = status({ is_modifiable: true })
    const mixed = await commit(
      ehrId,
      contribution([
        creation(),
        version({ change: 'modification', data: reopened, preceding: await statusUid(ehrId) }),
      ]),
    )
    assert.equal(mixed.status, 409)
    await committed(ehrId, { change: 'modification', data: reopened, preceding: await statusUid(ehrId) })
    assert.equal((await commit(ehrId, contribution([creation()]))).status, 201)
  })

  it('answers 409 to an EHR_STATUS with the subject of another EHR, and writes nothing', async () => {
    const subject = {
      subject: {
        _type: 'PARTY_SELF',
        external_ref: {
          _type: 'PARTY_REF',
          id: { _type: 'GENERIC_ID', value: 'p1', scheme: 'mrn' },
          namespace: 'hospital',
          type: 'PERSON',
        },
      },
    }
    await newEhr(server, status(subject))
    const ehrId = await newEhr(server)
    const before = await counted(server, ehrId)
    const change = version({
      change: 'modification',
      data: status(subject),
      preceding: await statusUid(ehrId),
    })
    const answer = await commit(ehrId, contribution([creation(), change]))
    assert.equal(answer.status, 409)
    assert.equal(answer.json().code, 'ehr.subject_exists')
    assert.deepEqual(await counted(server, ehrId), before)
  })
})

describe('GET /ehr/{ehr_id}/contribution/{contribution_uid}', () => {
  it('answers what the commit answered, with its headers', async () => {
    const ehrId = await newEhr(server)
    const made = await commit(ehrId, contribution([creation(), creation(folder('root'))]), REPRESENTATION)
    const read = await call(`GET /ehr/${ehrId}/contribution/${idOf(made)}`)
    assert.equal(read.status, 200)
    assert.deepEqual(read.json(), made.json())
    for (const name of ['etag', 'location', 'last-modified', 'openehr-uri'])
      assert.equal(read.headers.get(name), made.headers.get(name), name)
    const resolved = await call(`GET /ehr/${ehrId}/contribution/${idOf(made)}`, undefined, {
      Prefer: 'resolve_refs',
    })
    assert.equal(resolved.headers.get('preference-applied'), 'resolve_refs')
    assert.equal(resolved.json().versions[1].data.name.value, 'root')
  })

  it('finds the contribution of every write, also of the EHR itself', async () => {
    const ehrId = await newEhr(server)
    const first = (await call(`GET /ehr/${ehrId}/versioned_ehr_status/version`)).json()
    const answer = await call(`GET /ehr/${ehrId}/contribution/${first.contribution.id.value}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(
      answer.json().versions.map((each: { type: string }) => each.type),
      ['EHR_STATUS'],
    )
  })

  it('answers 404 in the same bytes for an unknown uid, one of another EHR, and one that is none', async () => {
    const ehrId = await newEhr(server)
    const made = idOf(await commit(await newEhr(server), contribution([creation()])))
    const bodies = []
    for (const uid of [randomUUID(), made, 'nothing']) {
      const answer = await call(`GET /ehr/${ehrId}/contribution/${uid}`)
      assert.equal(answer.status, 404)
      bodies.push({ ...answer.json(), requestId: '' })
    }
    assert.deepEqual(bodies[1], bodies[0])
    assert.deepEqual(bodies[2], bodies[0])
    assert.equal((await call(`GET /ehr/${randomUUID()}/contribution/${made}`)).json().code, 'ehr.not_found')
  })
})
