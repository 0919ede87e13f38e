/** Many subscriptions on one feed: each gets the events that its filter and its query let pass, whatever the others are. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readAll } from '../events/feed-calls.ts'
import { eventually } from '../eventually.ts'
import {
  bloodPressure,
  idOf,
  newEhr,
  postComposition,
  putComposition,
  TEMPLATE_ID,
  uploadTemplate,
} from '../records.ts'
import { testServer } from '../server.ts'
import { getSubscription, LOCAL, openReceiver, subscribe } from './receiver.ts'

const server = await testServer({ env: LOCAL, jobPace: 10 })
const OTHER = 'Other pressure.v1'
for (const template of [TEMPLATE_ID, OTHER]) await uploadTemplate(server, template)
const ehrs = await Promise.all([1, 2, 3].map(() => newEhr(server)))

const BLOOD_PRESSURE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const above = (limit: number, archetype = BLOOD_PRESSURE) => ({
  q: `SELECT ${SYSTOLIC} FROM EHR e CONTAINS OBSERVATION o[${archetype}] WHERE ${SYSTOLIC} > $limit`,
  query_parameters: { limit },
})

/** Filters as the feed takes them as well. */
const FILTERS: readonly Readonly<Record<string, readonly string[]>>[] = [
  {},
  { type: ['composition'] },
  { type: ['composition.updated', 'ehr'] },
  { template_id: [OTHER] },
  { template_id: [TEMPLATE_ID], ehr_id: ehrs.slice(0, 1) },
  { archetype_id: [BLOOD_PRESSURE], type: ['composition.created'] },
  { archetype_id: ['openEHR-EHR-OBSERVATION.pulse.v2'] },
  { ehr_id: ehrs.slice(1) },
  { type: ['template'] },
]

const queryOf = (filter: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(filter)
    .flatMap(([name, values]) => values.map(value => `${name}=${encodeURIComponent(value)}`))
    .join('&')

it('40 subscriptions each get their events, and all are at the end of the feed', async () => {
  const receivers = await Promise.all(FILTERS.map(openReceiver))
  const made: Awaited<ReturnType<typeof subscribe>>[] = []
  for (const [at, filter] of FILTERS.entries())
    made.push(
      await subscribe(server, receivers[at]?.url ?? '', { filter, batch_size: 1 + (at % 3), after: 'start' }),
    )
  const [low, high, other] = [await openReceiver(), await openReceiver(), await openReceiver()]
  made.push(await subscribe(server, low.url, above(120)))
  made.push(await subscribe(server, high.url, above(180)))
  for (let at = made.length; at < 40; at++)
    made.push(await subscribe(server, other.url, above(0, `openEHR-EHR-OBSERVATION.other_${at}.v1`)))
  const [expectedLow, expectedHigh]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 24; turn++) {
    const systolic = 100 + ((turn * 37) % 110)
    const ehr = ehrs[turn % 3] ?? ''
    const reading = bloodPressure([{ systolic }], turn % 4 === 0 ? OTHER : TEMPLATE_ID)
    const uid = idOf(await postComposition(server, ehr, reading))
    if (turn % 5 === 0) await putComposition(server, ehr, uid, reading)
    if (systolic > 120) expectedLow.push(systolic)
    if (systolic > 180) expectedHigh.push(systolic)
  }
  const feed = await readAll(server)
  const end = Number(feed.at(-1)?.id.split('-')[0])
  await eventually('all places', async () => {
    const places = await Promise.all(made.map(async ({ id }) => (await getSubscription(server, id)).position))
    return places.every(place => Number(place.split('-')[0]) >= end && place.split('-').length === 2)
  })
  for (const [at, filter] of FILTERS.entries()) {
    const expected = (await readAll(server, 'start', queryOf(filter))).map(({ id }) => id)
    assert.deepEqual(
      [...new Set(receivers[at]?.taken().map(({ id }) => id))].sort(),
      expected.sort(),
      JSON.stringify(filter),
    )
  }
  const rowsOf = (receiver: typeof low) =>
    receiver
      .taken()
      .map(({ data }) => data.rows.added[0][0])
      .sort()
  assert.deepEqual([rowsOf(low), rowsOf(high)], [expectedLow.sort(), expectedHigh.sort()])
  assert.equal(other.received.length, 0)
})
