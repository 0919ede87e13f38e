/** The way back from a cluster: `cairn database copy` makes one server of it, with all records. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, it } from 'node:test'
import { copyDatabase } from '../../packages/server/src/db/copy-database.ts'
import { detectDistribution } from '../../packages/server/src/db/distribution/index.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type RunningServer, testServer } from '../server.ts'
import { withoutCitus } from './cluster.ts'
import { newCitusDatabase } from './new-database.ts'

const COUNT = `/openehr/v1/query/aql?${new URLSearchParams({ q: 'SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c' })}`

const read = async (server: RunningServer, path: string): Promise<string> => {
  const answer = await server.call(`GET ${path}`, { scopes: 'api.read' })
  assert.equal(answer.status, 200, answer.text)
  return answer.text
}

it('a distributed database is copied into one server, which goes on with it', {
  skip: withoutCitus,
}, async () => {
  const source = await testServer()
  assert.equal(source.db.isDistributed, true)
  await uploadTemplate(source)
  const places: string[] = []
  const chosen = { _type: 'HIER_OBJECT_ID', value: randomUUID() }
  for (let count = 0; count < 5; count++) {
    const ehrId = await newEhr(source)
    const document = {
      ...bloodPressure([{ systolic: 100 + count }]),
      ...(count === 0 ? { uid: chosen } : {}),
    }
    const posted = await postComposition(source, ehrId, document)
    assert.equal(posted.status, 201, posted.text)
    places.push(`/openehr/v1/ehr/${ehrId}`, `/openehr/v1/ehr/${ehrId}/composition/${idOf(posted)}`)
  }
  const before = await Promise.all(places.map(place => read(source, place)))

  const target = await newCitusDatabase()
  after(() => target.drop())
  await copyDatabase(source.databaseUrl, target.url, () => {})
  assert.equal(await detectDistribution(target.url), false)
  await target.serving(false, async server => {
    assert.deepEqual(await Promise.all(places.map(place => read(server, place))), before)
    const ehrId = await newEhr(server)
    assert.equal((await postComposition(server, ehrId, bloodPressure())).status, 201)
    assert.deepEqual(JSON.parse(await read(server, COUNT)).rows, [[6]])
    const taken = await postComposition(server, ehrId, { ...bloodPressure(), uid: chosen })
    assert.equal(taken.status, 409, taken.text)
  })
})
