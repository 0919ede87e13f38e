/** Filters of the change feed, and requests that it refuses. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { callFeed, now, readAll, readFeed } from './feed-calls.ts'

const server = await testServer()
const OTHER = 'Other pressure.v1'
await uploadTemplate(server)
await uploadTemplate(server, OTHER)
const start = await now(server)
const [mine, other] = [await newEhr(server), await newEhr(server)]
const tagged = idOf(
  await postComposition(server, mine, bloodPressure(), { 'openehr-item-tag': 'key="ward",value="5"' }),
)
const plain = idOf(await postComposition(server, mine))
const elsewhere = idOf(await postComposition(server, other, bloodPressure([{ systolic: 100 }], OTHER)))

const OBSERVATION = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'

describe('a filter of the feed', () => {
  const COMPOSITIONS = [tagged, plain, elsewhere]
  const FILTERS: readonly (readonly [query: string, subjects: readonly string[]])[] = [
    ['type=composition.created', COMPOSITIONS],
    ['type=composition', COMPOSITIONS],
    ['type=composition.deleted', []],
    ['type=composition.deleted&type=composition.created', COMPOSITIONS],
    ['type=ehr', [mine, other]],
    [`template_id=${encodeURIComponent(TEMPLATE_ID)}`, [tagged, plain]],
    [`template_id=${encodeURIComponent(OTHER)}`, [elsewhere]],
    [`template_id=${encodeURIComponent(OTHER)}&template_id=${encodeURIComponent(TEMPLATE_ID)}`, COMPOSITIONS],
    ['template_id=nothing', []],
    [`archetype_id=${OBSERVATION}`, COMPOSITIONS],
    ['archetype_id=openEHR-EHR-OBSERVATION.other.v1', []],
    [`ehr_id=${mine}&type=composition`, [tagged, plain]],
    [`ehr_id=${mine.toUpperCase()}&type=composition`, [tagged, plain]],
    [`ehr_id=${mine}&ehr_id=${other}&type=composition`, COMPOSITIONS],
    [`ehr_id=${randomUUID()}`, []],
    ['tag=ward', [tagged]],
    ['tag=WARD', [tagged]],
    ['tag=ward=5', [tagged]],
    ['tag=ward=6', []],
    ['tag=ward=6&tag=ward', [tagged]],
    [`tag=ward&ehr_id=${other}`, []],
  ]
  for (const [query, subjects] of FILTERS)
    it(`${query} passes ${subjects.length} events`, async () => {
      const events = await readAll(server, start, query, 1)
      assert.deepEqual(
        events.map(({ subject }) => subject),
        subjects,
      )
    })

  it('that nothing passes moves on all the same', async () => {
    const { changes, next, more } = await readFeed(server, `after=${start}&template_id=nothing`)
    assert.deepEqual([changes, more], [[], false])
    assert.equal(next, await now(server))
  })
})

describe('the feed refuses', () => {
  const REFUSED: readonly (readonly [query: string, code: string, about: RegExp])[] = [
    ['after=yesterday', 'request.malformed', /after/],
    ['after=0-00000000', 'request.malformed', /after/],
    ['after=start&after=now', 'request.malformed', /more than once/],
    ['limit=0', 'request.malformed', /limit/],
    ['limit=1001', 'request.malformed', /limit/],
    ['limit=ten', 'request.malformed', /limit/],
    ['limit=1&limit=2', 'request.malformed', /limit/],
    ['wait=61', 'request.malformed', /wait/],
    ['wait=-1', 'request.malformed', /wait/],
    ['type=composition.invented', 'request.malformed', /composition\.created/],
    ['type=', 'request.malformed', /type/],
    ['template_id=', 'request.malformed', /template_id/],
    ['ehr_id=somebody', 'id.malformed', /ehr_id/],
    ['tag==5', 'request.malformed', /tag/],
    ['include=everything', 'request.malformed', /include/],
    ['templates=x', 'request.unknown_parameter', /templates/],
    [Array.from({ length: 101 }, () => 'tag=x').join('&'), 'request.malformed', /100 times/],
  ]
  for (const [query, code, about] of REFUSED)
    it(`${query.slice(0, 60)}`, async () => {
      const answer = await callFeed(server, query)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json().code, code)
      assert.match(answer.json().message, about)
    })

  it('a cursor of another database, or from the future', async () => {
    const cursor = await now(server)
    const [position = ''] = cursor.split('-')
    for (const unknown of [`${position}-00000000`, `${Number(position) + 1000}-${cursor.split('-')[1]}`]) {
      const answer = await callFeed(server, `after=${unknown}`)
      assert.equal(answer.status, 410, answer.text)
      assert.equal(answer.json().code, 'changes.cursor_unknown')
    }
  })

  it('who has no token, or none to read', async () => {
    assert.equal((await server.call('GET /extra/v1/changes')).status, 401)
    assert.equal((await callFeed(server, '', 'api.write')).status, 403)
  })
})
