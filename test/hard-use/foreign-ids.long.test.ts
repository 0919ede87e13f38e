/** An id of another EHR and an id that nothing has: the same answer, after the same time as far as a busy machine can tell. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { quantile } from './probe.ts'
import { record } from './report.ts'

const ROUNDS = 2000

const server = await testServer({ env: { CAIRN_LOG_LEVEL: 'error' } })
await uploadTemplate(server)
const [own, other] = [await newEhr(server), await newEhr(server)]
const foreign = idOf(await postComposition(server, other))
await postComposition(server, own)

const PATHS: Readonly<Record<string, (uid: string) => string>> = {
  composition: uid => `/openehr/v1/ehr/${own}/composition/${uid}`,
  version: uid => `/openehr/v1/ehr/${own}/versioned_composition/${uid.split('::')[0]}/version/${uid}`,
}

test('ids of another EHR and of nothing', { timeout: 600_000 }, async () => {
  const told: string[] = []
  for (const [what, pathOf] of Object.entries(PATHS)) {
    const times = { foreign: [] as number[], unknown: [] as number[] }
    const ask = async (kind: keyof typeof times, uid: string) => {
      const began = performance.now()
      const answer = await server.call(`GET ${pathOf(uid)}`, {
        scopes: 'api.read',
        headers: { 'X-Request-Id': 'the-same' },
      })
      times[kind].push(performance.now() - began)
      assert.equal(answer.status, 404)
      return answer.text
    }
    for (let round = 0; round < ROUNDS; round++) {
      const unknown = foreign.replace(/^[^:]+/, randomUUID())
      assert.equal(await ask('foreign', foreign), await ask('unknown', unknown))
    }
    const [one, two] = [quantile(times.foreign, 0.5), quantile(times.unknown, 0.5)]
    assert.ok(Math.max(one, two) / Math.min(one, two) < 1.5, `${one} and ${two} ms`)
    told.push(`${what}: medians ${one.toFixed(2)} and ${two.toFixed(2)} ms`)
  }
  record({
    check: '59',
    subject: 'The time of an answer for an id of another EHR',
    method: `${ROUNDS} reads of each kind in turn, of an id of another EHR and of one that nothing has`,
    figure: `${told.join('; ')}; the same bytes each time`,
  })
})
