/** The checks after each round, as a table. */
import assert from 'node:assert/strict'
import { becomes, eventually } from '../eventually.ts'
import type { Answer } from '../server.ts'
import { type Calls, UnclearError } from './calls.ts'
import { kindOf, latestOf, type Model } from './model.ts'
import { ABSENT, type Call, DELETED, type Item, nodeOf, partsOf } from './operations.ts'
import { faultsIn, verifyNow } from './tampering.ts'
import type { Watchers } from './watchers.ts'
import type { World } from './world.ts'

export interface Checked {
  readonly world: World
  readonly model: Model
  readonly calls: Calls
  readonly watchers: Watchers
  readonly seed: number
  /** Things that the round wrote to, or all at the end. */
  readonly touched: ReadonlySet<Item>
  readonly round: number
  readonly isLast: boolean
}

/** Reads by one process; all is calm, so every answer is clear. */
const reader =
  ({ calls, seed, round }: Checked, server: number) =>
  (call: Call): Promise<Answer> =>
    calls.send(`s${seed}.r${round}.check.${calls.nextNumber()}`, server, call)

const depthOf = (item: Item): number => (item.parent ? 1 + depthOf(item.parent) : 0)

/** Every thing is as it was acknowledged, in all its versions; a write without a clear answer is there whole or not at all. */
async function storedAsAcknowledged(checked: Checked): Promise<void> {
  const { model, touched, round } = checked
  const items = [...touched].sort((a, b) => depthOf(a) - depthOf(b))
  for (const depth of [0, 1, 2])
    await Promise.all(
      items
        .filter(item => depthOf(item) === depth)
        .map(async item => {
          const read = reader(checked, (round + item.number) % 2)
          model.resolve(item, await kindOf(item).read(item, request => read({ request })))
        }),
    )
}

interface EventCount {
  readonly events: number
  /** EHRs, or parties, that they are about. */
  readonly ehrs: number
}

/** Events of success by the id of their request; those that name EHRs are counted apart. */
async function countEvents({ world, seed }: Checked): Promise<ReadonlyMap<string, EventCount>> {
  const rows = await world.database.run(
    `select request_id || case when ehr_id is null and not coalesce(detail ?| '{ehrs,ehr_count}', false) then '' else ' with EHRs' end as id,
       count(*)::int as events, count(distinct ehr_id)::int as ehrs
     from cairn.audit_event where request_id like 's${seed}.%' and outcome = 'success' group by 1`,
  )
  return new Map(
    rows.map(({ id, events, ehrs }) => [String(id), { events: Number(events), ehrs: Number(ehrs) }]),
  )
}

/**
 * Each acknowledged request has one event of success, an answer in pieces also one with its EHRs. A server that was killed left events on its disk, and stores them when it starts (decision 0089). A write
 * without a clear answer has its event if and only if it is stored.
 */
async function audited(checked: Checked): Promise<void> {
  const { calls, model } = checked
  let events = await countEvents(checked)
  const missing = () =>
    calls.acknowledged.filter(({ id, isInPieces }) => {
      const [has, hasEhrs] = [events.has(id), events.has(`${id} with EHRs`)]
      return isInPieces ? !has || !hasEhrs : !has && !hasEhrs
    })
  const isComplete = await becomes(async () => {
    events = await countEvents(checked)
    return missing().length === 0
  })
  const ids = missing().map(({ id }) => id)
  assert.ok(isComplete, `no audit event of ${ids.length} acknowledged requests: ${ids.join(', ')}`)
  for (const [id, isStored] of model.outcomes) {
    const hasEvent = events.has(id) || events.has(`${id} with EHRs`)
    assert.equal(
      hasEvent,
      isStored,
      `${id} is ${isStored ? '' : 'not '}stored, and its audit event is ${hasEvent ? '' : 'not '}there`,
    )
  }
  // A contribution of parties has an event for each of them.
  const several = [...events].filter(([, count]) => count.events > Math.max(1, count.ehrs))
  assert.deepEqual(several, [], 'requests with more than one event')
}

const ALL_VERSIONS = ['cairn', 'cairn_party']
  .map(schema => `select ehr_id, object_id, version from ${schema}.version`)
  .join(' union all ')

/** Version numbers of an object are 1, 2, 3…, each after the one before. */
async function linearTrees({ world }: Checked): Promise<void> {
  const rows = await world.database.run(
    `select object_id::text, count(*)::int as versions, max(version)::int as last from (${ALL_VERSIONS}) v
     group by ehr_id, object_id having count(*) <> max(version) or min(version) <> 1`,
  )
  assert.deepEqual(rows, [], 'version trees with gaps')
}

const SYSTOLIC = `SELECT c/uid/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o`

const isLive = (state: string) => ![ABSENT, DELETED].includes(latestOf(state))

/** The rows that a query over all compositions has to find. */
const expectedRows = (model: Model): string[] =>
  [...model.all()]
    .filter(({ state }) => isLive(state))
    .flatMap(({ item, state }) => {
      const uid = (id: string) => `${id}::cairn.local::${state.split(',').length} ${latestOf(state)}`
      if (item.kind === 'composition') return [uid(item.id)]
      return item.kind === 'contribution' ? partsOf(item).map(uid) : []
    })
    .sort()

const aql = (q: string): Call => ({
  request: `GET /openehr/v1/query/aql?${new URLSearchParams({ q, fetch: '100000' })}`,
})

/** Both processes find all compositions, and the value at the newest paths. */
async function sameRows(checked: Checked): Promise<void> {
  const { model, touched } = checked
  const expected = expectedRows(model)
  const ehrs = [...touched].filter(item => item.kind === 'ehr' && isLive(model.of(item).state))
  for (const server of [0, 1]) {
    const read = reader(checked, server)
    const rowsOf = async (q: string): Promise<unknown[][]> => {
      const answer = await read(aql(q))
      assert.equal(answer.status, 200, answer.text)
      return answer.json().rows
    }
    const found = (await rowsOf(SYSTOLIC)).map(row => row.join(' ')).sort()
    assert.deepEqual(found, expected, `rows of server ${server}`)
    for (const ehr of ehrs) {
      const path = `s/other_details/items[${nodeOf(ehr)}]/value/value`
      const rows = await rowsOf(
        `SELECT e/ehr_id/value, ${path} FROM EHR e CONTAINS EHR_STATUS s WHERE ${path} != ''`,
      )
      assert.deepEqual(rows, [[ehr.id, latestOf(model.of(ehr).state)]], `${ehr.name} by server ${server}`)
    }
  }
}

const LISTS = [
  '/openehr/v1/definition/template/adl1.4',
  '/openehr/v1/definition/query',
  '/extra/v1/definition/datamap',
  '/admin/v1/client',
  '/admin/v1/person',
  '/admin/v1/role',
  '/extra/v1/person-definition',
]

/** Both processes list the same. The time of the last use is known to the one that was used. */
async function sameLists(checked: Checked): Promise<void> {
  for (const list of LISTS) {
    const [first, second] = await Promise.all(
      [0, 1].map(async server => {
        const answer = await reader(checked, server)({ request: `GET ${list}` })
        assert.equal(answer.status, 200, answer.text)
        return JSON.parse(answer.text.replaceAll(/,"last_used_at":"[^"]*"/g, ''))
      }),
    )
    assert.deepEqual(first, second, list)
  }
}

interface FeedPage {
  readonly changes: readonly { readonly data: { readonly object_id?: string; readonly version?: number } }[]
  readonly next: string
  readonly more: boolean
}

/** The versions of the feed, from its beginning. */
async function versionsInFeed(checked: Checked, server: number): Promise<string[]> {
  const read = reader(checked, server)
  const found: string[] = []
  for (let after = 'start'; ; ) {
    const answer = await read({ request: `GET /extra/v1/changes?after=${after}&limit=1000` })
    assert.equal(answer.status, 200, answer.text)
    const { changes, next, more } = answer.json() as FeedPage
    for (const { data } of changes)
      if (data.object_id && data.version) found.push(`${data.object_id} ${data.version}`)
    if (!more) return found
    after = next
  }
}

/** Each stored version is in the feed once, after the version before it, and both processes have the same order. */
async function inFeed(checked: Checked): Promise<void> {
  const rows = await checked.world.database.run(
    `select object_id || ' ' || version as uid from (${ALL_VERSIONS}) v`,
  )
  const [first = [], second] = await Promise.all([0, 1].map(server => versionsInFeed(checked, server)))
  assert.deepEqual(first, second, 'both processes have the same feed')
  assert.deepEqual([...first].sort(), rows.map(({ uid }) => String(uid)).sort(), 'versions in the feed')
  const latest = new Map<string, number>()
  for (const [object = '', number = ''] of first.map(each => each.split(' '))) {
    assert.equal(Number(number), (latest.get(object) ?? 0) + 1, `versions of ${object} in order`)
    latest.set(object, Number(number))
  }
}

/** Rounds after which webhooks are waited for: after a kill another process delivers when the lease has ended. */
const DELIVERED_EVERY = 5

/** Each stored version was sent to the receiver of webhooks at least once. */
async function delivered({ world, round, isLast }: Checked): Promise<void> {
  if (!isLast && round % DELIVERED_EVERY > 0) return
  const rows = await world.database.run(`select object_id || ' ' || version as uid from (${ALL_VERSIONS}) v`)
  const missing = () => rows.map(({ uid }) => String(uid)).filter(uid => !world.receiver.versions.has(uid))
  const isComplete =
    (await becomes(() => missing().length === 0)) || (await becomes(() => missing().length === 0))
  assert.ok(isComplete, `versions that no webhook was sent: ${missing().join(', ')}`)
}

const verified = async ({ world }: Checked): Promise<void> =>
  assert.deepEqual(faultsIn(await world.database.withPool(verifyNow)), [], 'cairn verify')

const isSame = (found: readonly string[], expected: readonly string[]): boolean =>
  found.length === expected.length && found.every((row, at) => row === expected[at])

/** Readers of live queries have the rows of the records, whatever happened to their connections meanwhile. */
async function liveRows({ watchers, model }: Checked): Promise<void> {
  const expected = expectedRows(model)
  for (const { name, rows } of watchers.all) {
    const found = () => [...rows()].sort()
    if (!(await becomes(() => isSame(found(), expected)))) assert.deepEqual(found(), expected, name)
  }
  assert.deepEqual(watchers.faults, [], 'answers to live queries')
}

export const CHECKS: Readonly<Record<string, (checked: Checked) => Promise<void>>> = {
  'acknowledged writes are stored, others whole or not at all': storedAsAcknowledged,
  'version trees are linear': linearTrees,
  'every acknowledged request has one audit event': audited,
  'both processes find the same rows': sameRows,
  'the feed has every version once, in order': inFeed,
  'a webhook was sent for every version': delivered,
  'live queries have the rows of the records': liveRows,
  'both processes list the same definitions, clients and people': sameLists,
  'verify finds no fault in records, query index and audit trail': verified,
}

/** Requests of clients that gave up may still be under way: nothing is compared before they ended. */
export async function untilCalm(checked: Checked): Promise<void> {
  for (const server of [0, 1]) {
    const read = reader(checked, server)
    await eventually(`server ${server} has no request under way`, async () => {
      try {
        const { requests } = (await read({ request: 'GET /admin/v1/activity' })).json()
        return requests.under_way <= 1
      } catch (error) {
        if (error instanceof UnclearError) return false
        throw error
      }
    })
  }
}
