/** Random commits: the rows of a live query are those of the same query asked afresh. The seed is printed where they are not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { becomes } from '../eventually.ts'
import { asking, ehrStatus, newEhr, OBSERVATIONS, SYSTOLIC } from '../query/queries.ts'
import { bloodPressure, idOf, postComposition, putComposition } from '../records.ts'
import { type LiveReader, openLive } from './live-calls.ts'

const asked = await asking({ env: { CAIRN_LIVE_INTERVAL_MS: '100' } })
const { server } = asked

const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
/** With an order, or without. */
const QUERIES: readonly (readonly [q: string, isOrdered: boolean])[] = [
  [`SELECT e/ehr_id/value, c/uid/value, ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} > 100`, false],
  [`SELECT ${SYSTOLIC} FROM ${OBSERVATIONS}`, false],
  [`SELECT e/ehr_id/value ${FROM.replace('e ', 'e NOT ')}`, false],
  ['SELECT e/ehr_id/value, e/ehr_status/is_modifiable FROM EHR e', false],
  [
    'SELECT c/uid/value, v/commit_audit/change_type/value FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
    false,
  ],
  [`SELECT DISTINCT ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC}`, true],
  [`SELECT COUNT(*), MAX(${SYSTOLIC}) ${FROM}`, true],
  [`SELECT e/ehr_id/value, COUNT(*) ${FROM}`, false],
  [`SELECT c/uid/value, ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC} DESC, c/uid/value LIMIT 3`, true],
  [`SELECT o ${FROM} WHERE ${SYSTOLIC} < 60`, false],
]

interface Model {
  ehrs: string[]
  /** Version uids by object, of those that are not deleted. */
  compositions: { ehrId: string; uid: string }[]
}

type Step = (model: Model, a: number, b: number) => Promise<void>

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

const expectOk = ({ status, text }: { status: number; text: string }) => assert.ok(status < 300, text)

const STEPS: Readonly<Record<string, Step>> = {
  newEhr: async model => {
    model.ehrs.push(await newEhr(server))
  },
  create: async (model, a, systolic) => {
    const ehrId = pick(model.ehrs, a)
    if (ehrId === undefined) return
    const answer = await postComposition(server, ehrId, bloodPressure([{ systolic }, { systolic: a % 90 }]))
    expectOk(answer)
    model.compositions.push({ ehrId, uid: idOf(answer) })
  },
  update: async (model, a, systolic) => {
    const composition = pick(model.compositions, a)
    if (!composition) return
    const { ehrId, uid } = composition
    const answer = await putComposition(server, ehrId, uid, bloodPressure([{ systolic }]))
    expectOk(answer)
    composition.uid = idOf(answer)
  },
  delete: async (model, a) => {
    const composition = pick(model.compositions, a)
    if (!composition) return
    const { ehrId, uid } = composition
    expectOk(await server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, { scopes: 'api.write' }))
    model.compositions = model.compositions.filter(each => each !== composition)
  },
  setQueryable: async (model, a, b) => {
    const ehrId = pick(model.ehrs, a)
    if (ehrId === undefined) return
    const status = await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' })
    const answer = await server.call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': status.headers.get('etag') ?? '' },
      body: JSON.stringify(ehrStatus({ is_queryable: b % 2 === 0 })),
    })
    expectOk(answer)
  },
  eraseComposition: async (model, a) => {
    const composition = pick(model.compositions, a)
    if (!composition) return
    const [object] = composition.uid.split('::')
    const request = `DELETE /openehr/v1/admin/ehr/${composition.ehrId}/composition/${object}`
    expectOk(await server.call(request, { scopes: 'api.admin' }))
    model.compositions = model.compositions.filter(each => each !== composition)
  },
  eraseEhr: async (model, a) => {
    const ehrId = pick(model.ehrs, a)
    if (ehrId === undefined) return
    expectOk(await server.call(`DELETE /openehr/v1/admin/ehr/${ehrId}`, { scopes: 'api.admin' }))
    model.ehrs = model.ehrs.filter(each => each !== ehrId)
    model.compositions = model.compositions.filter(each => each.ehrId !== ehrId)
  },
  mergeEhrs: async (model, a, b) => {
    const [into, from] = [pick(model.ehrs, a), pick(model.ehrs, b)]
    if (into === undefined || from === undefined || into === from) return
    const answer = await server.call(`POST /openehr/v1/admin/ehr/${into}/merge`, {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from }),
    })
    expectOk(answer)
    model.ehrs = model.ehrs.filter(each => each !== from)
    for (const each of model.compositions) if (each.ehrId === from) each.ehrId = into
  },
}

const step = fc.tuple(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('create') },
    { weight: 3, arbitrary: fc.constant('update') },
    { weight: 2, arbitrary: fc.constantFrom('newEhr', 'delete', 'setQueryable') },
    { weight: 1, arbitrary: fc.constantFrom('eraseComposition', 'eraseEhr', 'mergeEhrs') },
  ),
  fc.nat(1000),
  fc.integer({ min: 40, max: 200 }),
)

const textOf = (rows: readonly unknown[], isOrdered: boolean): string => {
  const texts = rows.map(row => JSON.stringify(row))
  return (isOrdered ? texts : texts.sort()).join('\n')
}

async function agrees(reader: LiveReader, q: string, isOrdered: boolean): Promise<string> {
  let found = { live: '', fresh: '' }
  const isSame = async (): Promise<boolean> => {
    found = { live: textOf(reader.rows(), isOrdered), fresh: textOf(await asked.rows(q), isOrdered) }
    return found.live === found.fresh
  }
  return (await becomes(isSame)) ? '' : `${q}\nlive:\n${found.live}\nafresh:\n${found.fresh}`
}

test('the rows of live queries are those of the same queries asked afresh, whatever is committed', async () => {
  const model: Model = { ehrs: [await newEhr(server), await newEhr(server)], compositions: [] }
  const readers = await Promise.all(QUERIES.map(([q]) => openLive(server, { q })))
  assert.deepEqual(new Set(readers.map(({ status }) => status)), new Set([200]))
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
    for (const [name, a, b] of steps) await STEPS[name]?.(model, a, b)
    for (const [at, [q, isOrdered]] of QUERIES.entries())
      assert.equal(await agrees(readers[at] as LiveReader, q, isOrdered), '')
  })
  // Steps build on those before, so a failure cannot be made smaller.
  await fc.assert(property, { numRuns: 12, endOnFailure: true })
  assert.ok(readers.every(({ isOver }) => !isOver()))
  const changes = readers.flatMap(({ events }) => events.filter(({ event }) => event === 'change'))
  assert.ok(changes.length > 0)
  for (const reader of readers) await reader.close()
})
