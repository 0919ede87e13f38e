/** A template that one process replaces holds for the commits of every other at once: two servers on one database. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { bloodPressure, bloodPressureOpt, idOf, newEhr, postComposition, putComposition } from '../records.ts'
import { type Answer, type RunningServer, testServer } from '../server.ts'

const here = await testServer()
const there = await testServer({ beside: here })

const PATH = '/openehr/v1/definition/template/adl1.4'

/** Blood pressures up to `most`. */
const optUpTo = (templateId: string, most: number) =>
  bloodPressureOpt(templateId).replaceAll(/1000\.0/g, `${most}.0`)

async function upload(server: RunningServer, method: 'POST' | 'PUT', templateId: string, most: number) {
  const path = method === 'PUT' ? `${PATH}/${encodeURIComponent(templateId)}` : PATH
  const answer = await server.call(`${method} ${path}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: optUpTo(templateId, most),
  })
  assert.ok(answer.status === 201 || answer.status === 204, answer.text)
}

const reading = (templateId: string, systolic: number) => bloodPressure([{ systolic }], templateId)
const post = (server: RunningServer, ehrId: string, templateId: string, systolic: number) =>
  postComposition(server, ehrId, reading(templateId, systolic))

/** By the template: a contribution says so with another status than a composition. */
const refused = (answer: Answer) => {
  assert.ok(answer.status === 422 || answer.status === 400, answer.text)
  assert.equal(answer.json().errors[0].code, 'C_DV_QUANTITY.magnitude')
}

/** A template that both servers have in use, for values up to 1000. */
async function inUse(templateId: string): Promise<string> {
  const ehrId = await newEhr(here)
  await upload(here, 'POST', templateId, 1000)
  for (const server of [here, there]) assert.equal((await post(server, ehrId, templateId, 300)).status, 201)
  return ehrId
}

describe('a template that another process replaced', () => {
  it('holds for the next commit, time after time', async () => {
    const id = 'Replaced often.v1'
    const ehrId = await inUse(id)
    for (let round = 0; round < 10; round++) {
      await upload(here, 'PUT', id, 200)
      for (const answer of await Promise.all([1, 2, 3, 4].map(() => post(there, ehrId, id, 300))))
        refused(answer)
      await upload(here, 'PUT', id, 1000)
      for (const answer of await Promise.all([1, 2, 3, 4].map(() => post(there, ehrId, id, 300))))
        assert.equal(answer.status, 201, answer.text)
    }
  })

  it('lets no commit of the old shape through while commits go on', async () => {
    const id = 'Replaced under load.v1'
    const ehrId = await inUse(id)
    let isReplaced = false
    const late: Answer[] = []
    const writer = async () => {
      for (let sent = 0; sent < 15; sent++) {
        const began = isReplaced
        const answer = await post(there, ehrId, id, 300)
        if (began) late.push(answer)
      }
    }
    const writers = [1, 2, 3, 4].map(writer)
    await upload(here, 'PUT', id, 200)
    isReplaced = true
    await Promise.all(writers)
    assert.ok(late.length > 0)
    for (const answer of late) refused(answer)
  })

  it('holds for updates, contributions and FLAT, and data that fit it are taken', async () => {
    const id = 'Replaced for all.v1'
    const ehrId = await inUse(id)
    const first = idOf(await post(there, ehrId, id, 300))
    const flat = await there.call(`GET /openehr/v1/ehr/${ehrId}/composition/${first}?format=FLAT`, {
      scopes: 'api.read',
    })
    const { [`${Object.keys(flat.json())[0]?.split('/')[0]}/_uid`]: _uid, ...cells } = flat.json()
    const flatOf = (systolic: number) => JSON.stringify(cells).replace('300', String(systolic))
    const writes: ((systolic: number) => Promise<Answer>)[] = [
      systolic => putComposition(there, ehrId, first, reading(id, systolic)),
      systolic =>
        there.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
          scopes: 'api.write',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(contribution([version({ change: 'creation', data: reading(id, systolic) })])),
        }),
      systolic =>
        there.call(`POST /openehr/v1/ehr/${ehrId}/composition?format=FLAT`, {
          scopes: 'api.write',
          headers: { 'Content-Type': 'application/json', 'openehr-template-id': id },
          body: flatOf(systolic),
        }),
    ]
    for (const write of writes) {
      await upload(here, 'PUT', id, 200)
      refused(await write(300))
      assert.ok((await write(150)).status < 300)
      await upload(here, 'PUT', id, 1000)
      assert.equal((await post(there, ehrId, id, 300)).status, 201)
    }
  })

  it('leaves what was committed before to be attested as it is', async () => {
    const id = 'Replaced and attested.v1'
    const ehrId = await inUse(id)
    const preceding = idOf(await post(there, ehrId, id, 300))
    await upload(here, 'PUT', id, 200)
    const attestations = [{ reason: 'signed', is_pending: false }]
    const change = version({ change: 'attestation', preceding, rest: { attestations } })
    const answer = await there.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(contribution([change])),
    })
    assert.equal(answer.status, 201, answer.text)
  })
})

it('a template that another process deleted is unknown at once, and known at once when it is back', async () => {
  const id = 'Deleted and back.v1'
  const ehrId = await newEhr(here)
  await upload(here, 'POST', id, 1000)
  const example = () => there.call(`GET ${PATH}/${encodeURIComponent(id)}/example`, { scopes: 'api.read' })
  assert.equal((await example()).status, 200)
  const gone = await here.call(`DELETE ${PATH}/${encodeURIComponent(id)}`, { scopes: 'api.write' })
  assert.equal(gone.status, 204)
  const answer = await post(there, ehrId, id, 120)
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.json().code, 'data.template_unknown')
  await upload(here, 'POST', id, 1000)
  assert.equal((await post(there, ehrId, id, 120)).status, 201)
})
