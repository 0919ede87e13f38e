/** The people of `cairn demo`: patients by name, linked to their EHRs, with the staff of the hospital. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lifeOf } from '../packages/cli/src/demo/load.ts'
import { personIdOf } from '../packages/cli/src/demo/person.ts'
import { HOSPITAL_ID, STAFF, staffIdOf } from '../packages/cli/src/demo/staff.ts'
import { checkedVault, createClient } from '../packages/server/src/auth/index.ts'
import { cairnIn, settingsOf, testFolder } from './cli/program.ts'
import { type RunningServer, SECRET_KEY, testServer } from './server.ts'

const ADMIN = 'api.read api.admin'
const folder = testFolder()
const first = lifeOf(1).patient

const read = async (server: RunningServer, request: string) => {
  const answer = await server.call(request, { scopes: ADMIN })
  assert.equal(answer.status, 200, `${request}: ${answer.text}`)
  return answer
}

const found = async (server: RunningServer, query: string) =>
  (await read(server, `GET /extra/v1/person?${query}`)).json().data

/** Settings of a client that may read and write records, and no people. */
async function withoutPeople(server: RunningServer): Promise<Record<string, string>> {
  const vault = await checkedVault(server.db, SECRET_KEY)
  const wanted = { name: 'records only', scopes: ['api.read', 'api.write'] as const }
  const { client, secret } = await createClient(server.db, vault, wanted)
  return { ...settingsOf(server), CAIRN_CLIENT_ID: client.clientId, CAIRN_CLIENT_SECRET: secret ?? '' }
}

describe('the people of cairn demo', () => {
  it('are patients with names, and the staff of a hospital; a second run adds nobody', async () => {
    const server = await testServer()
    const cairn = cairnIn(folder, settingsOf(server))
    for (const _run of [1, 2]) {
      const { code, err } = await cairn(['demo', '--patients', '2'])
      assert.deepEqual([code, err], [0, ''])
    }
    const [percival, ...others] = await found(server, 'name=larkspor')
    assert.deepEqual(others, [])
    assert.deepEqual(
      [percival.personUid, percival.ehrUid, percival.name, percival.sex],
      [personIdOf(1), first.ehrId, 'Percival Larkspur', first.sex],
    )
    assert.equal((await found(server, 'identifier=P0001&identifier_issuer=demo-hospital')).length, 1)

    const hospital = (await read(server, `GET /openehr/v1/demographic/organisation/${HOSPITAL_ID}`)).json()
    assert.equal(hospital.relationships.length, STAFF.length)
    const ids = STAFF.map(({ name }) => staffIdOf(name))
    assert.equal((await found(server, `person_uid=${ids.join(',')}`)).length, STAFF.length)
    for (const id of [HOSPITAL_ID, personIdOf(1), ...ids]) {
      const history = await read(server, `GET /openehr/v1/demographic/versioned_party/${id}/revision_history`)
      assert.equal(history.json().items.length, 1)
    }
  })

  it('are left out for a client that may not write them, and added by one that may', async () => {
    const server = await testServer()
    const nameless = await cairnIn(folder, await withoutPeople(server))(['demo', '--patients', '1'])
    assert.equal(nameless.code, 0, nameless.err)
    assert.match(nameless.out, /The patients have no names: people need a client with the scope api\.admin/)
    assert.deepEqual(await found(server, 'name=larkspur'), [])
    const named = await cairnIn(folder, settingsOf(server))(['demo', '--patients', '1'])
    assert.equal(named.code, 0, named.err)
    assert.match(named.out, /all were there already/)
    assert.deepEqual(
      (await found(server, 'name=larkspur')).map(({ ehrUid }: { ehrUid: string }) => ehrUid),
      [first.ehrId],
    )
  })
})
