/** Commits at once: exactly one follows a version, and everybody who came too late is told which one it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)

test('of eight updates with the same If-Match one wins, seven get 412 with the current ETag', async () => {
  const ehrId = await newEhr(server)
  let latest = idOf(await postComposition(server, ehrId))
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        putComposition(server, ehrId, latest, bloodPressure([{ systolic: 100 + at }])),
      ),
    )
    const won = answers.filter(each => each.status === 204)
    const lost = answers.filter(each => each.status === 412)
    assert.equal(won.length, 1)
    assert.equal(lost.length, 7)
    const [winner] = won
    latest = winner ? idOf(winner) : ''
    for (const each of lost) assert.equal(idOf(each), latest)
  }
  assert.match(latest, /::21$/)
})

test('an update and a delete of the same version: one of them wins', async () => {
  const ehrId = await newEhr(server)
  for (let round = 0; round < 10; round++) {
    const uid = idOf(await postComposition(server, ehrId))
    const [put, gone] = await Promise.all([
      putComposition(server, ehrId, uid),
      server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, { scopes: 'api.write' }),
    ])
    assert.equal(
      [put.status === 204, gone.status === 204].filter(Boolean).length,
      1,
      `${put.status} ${gone.status}`,
    )
    assert.ok(put.status === 204 || put.status === 412)
    assert.ok(gone.status === 204 || gone.status === 409)
  }
})
