/** Provenance by the audits of versions, and AuditEvents by the trail. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newClient } from '../auth/new-client.ts'
import { eventually } from '../eventually.ts'
import { type FhirResource, matchesIn, openHospital } from './hospital.ts'

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''
const problem: FhirResource = matchesIn(await hospital.get(`/Condition?patient=${patient}`))[0]
const composition = problem.id.split('.')[0]

describe('Provenance', () => {
  it('names committer, composer, time and version of each version of a resource, the newest first', async () => {
    const found = matchesIn(await hospital.get(`/Provenance?target=Condition/${problem.id}`))
    assert.equal(found.length, Number(problem.meta.versionId))
    const [newest] = found
    assert.equal(newest.recorded, problem.meta.lastUpdated)
    const path = `/openehr/v1/ehr/${patient}/versioned_composition/${composition}/version`
    const { commit_audit, uid, data } = (
      await hospital.server.call(`GET ${path}`, { scopes: 'api.read' })
    ).json()
    const [enterer, author] = newest.agent
    assert.equal(enterer.type.coding[0].code, 'enterer')
    assert.equal(enterer.who.display, commit_audit.committer.name)
    assert.equal(author.type.coding[0].code, 'author')
    assert.equal(author.who.display, data.composer.name)
    assert.equal(newest.entity[0].what.identifier.value, uid.value)
    assert.ok(
      newest.target.some(
        ({ reference }: FhirResource) =>
          reference === `Condition/${problem.id}/_history/${problem.meta.versionId}`,
      ),
    )
    assert.deepEqual(
      found.map(each => each.activity.coding[0].code),
      [...Array.from({ length: found.length - 1 }, () => 'UPDATE'), 'CREATE'],
    )
  })

  it('is read by its id, and found for one version', async () => {
    const target = `Condition/${problem.id}/_history/1`
    const [first, ...others] = matchesIn(await hospital.get(`/Provenance?target=${target}`))
    assert.deepEqual(others, [])
    const read = await hospital.get(`/Provenance/${first.id}`)
    assert.deepEqual(read.json(), first)
    for (const id of ['x', `${composition}.99`, `${composition}.0`])
      assert.equal((await hospital.get(`/Provenance/${id}`)).status, 404, id)
    for (const query of ['', '?target=Condition', '?target='])
      assert.equal((await hospital.get(`/Provenance${query}`)).status, 400, query)
  })

  it('of a deletion is about the resources that were deleted', async () => {
    const created = (await hospital.post('/Condition', { ...problem, id: undefined, meta: undefined })).json()
    const [uuid] = created.id.split('.')
    const deleted = await hospital.server.call(
      `DELETE /openehr/v1/ehr/${patient}/composition/${uuid}::cairn.local::1`,
      { scopes: 'api.write' },
    )
    assert.equal(deleted.status, 204, deleted.text)
    const found = matchesIn(await hospital.get(`/Provenance?target=Condition/${created.id}`))
    assert.deepEqual(
      found.map(each => [each.activity.coding[0].code, each.target[0].reference]),
      ['DELETE', 'CREATE'].map(code => [code, `Condition/${created.id}/_history/1`]),
    )
  })

  it('is out of reach where the composition is', async () => {
    const token = await newClient(hospital.server, 'system/composition-Vital%20signs.r')
    const headers = { Authorization: `Bearer ${token}` }
    const { server } = hospital
    const found = await server.call(`GET /fhir/r4/Provenance?target=Condition/${problem.id}`, { headers })
    assert.deepEqual([found.status, found.json().total], [200, 0])
    assert.equal((await server.call(`GET /fhir/r4/Provenance/${composition}.1`, { headers })).status, 404)
    const conditions = await newClient(server, 'system/Condition.rs')
    const refused = await server.call(`GET /fhir/r4/Provenance/${composition}.1`, {
      headers: { Authorization: `Bearer ${conditions}` },
    })
    assert.equal(refused.status, 403)
  })
})

describe('AuditEvent', () => {
  const eventsOf = async (query: string) => matchesIn(await hospital.get(`/AuditEvent?${query}`, 'api.admin'))

  it('has the events of the trail about a patient, the newest first, page by page', async () => {
    await hospital.get(`/Condition/${problem.id}`)
    await eventually('the event of the read', async () => {
      const [event] = await eventsOf(`patient=${patient}&action=R&_count=1`)
      return event?.entity.some((each: FhirResource) =>
        each.description?.endsWith(`/Condition/${problem.id}`),
      )
    })
    const page = (await hospital.get(`/AuditEvent?patient=Patient/${patient}&_count=2`, 'api.admin')).json()
    assert.equal(page.entry.length, 2)
    const next = page.link.find(({ relation }: FhirResource) => relation === 'next').url
    const following = (await hospital.get(next.replace(/^.*\/fhir\/r4/, ''), 'api.admin')).json()
    const times = [...page.entry, ...following.entry].map(({ resource }) => resource.recorded)
    assert.deepEqual(times, [...times].sort().reverse())
    const trail = await hospital.server.call(`GET /admin/v1/audit?ehr_id=${patient}&limit=1000`, {
      scopes: 'api.admin',
    })
    const known = new Set(trail.json().events.map(({ event_id }: FhirResource) => String(event_id)))
    for (const { resource } of page.entry) assert.ok(known.has(resource.id))
  })

  it('is searched by time and action, and refuses what it cannot', async () => {
    assert.deepEqual(await eventsOf('date=gt2100'), [])
    assert.deepEqual(await eventsOf('date=lt2000-01-01'), [])
    assert.ok((await eventsOf(`patient=${patient}&date=ge2020&date=lt2100&action=C`)).length > 0)
    for (const query of ['date=yesterday', 'date=ne2020', 'action=X', 'patient=x', 'page=x'])
      assert.equal((await hospital.get(`/AuditEvent?${query}`, 'api.admin')).status, 400, query)
  })

  it('is for those who may read the trail', async () => {
    const { server } = hospital
    const call = async (scope: string) => {
      const headers = { Authorization: `Bearer ${await newClient(server, scope)}` }
      return (await server.call('GET /fhir/r4/AuditEvent?_count=1', { headers })).status
    }
    assert.equal(await call('system/audit-*.r'), 200)
    assert.equal(await call('system/*.rs'), 403)
    assert.equal((await hospital.get('/AuditEvent')).status, 403)
  })
})
