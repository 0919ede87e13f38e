/** A subscription with a query gets the events whose record brings other rows, with the rows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { adminCall } from '../people/people.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import {
  callSubscription,
  deliveriesOf,
  getSubscription,
  LOCAL,
  openReceiver,
  type Receiver,
  subscribe,
} from './receiver.ts'

const server = await testServer({ env: LOCAL, jobPace: 10 })
await uploadTemplate(server)
const OTHER = 'Other pressure.v1'
await uploadTemplate(server, OTHER)

const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const FROM =
  'FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'
const HIGH = `SELECT e/ehr_id/value AS ehr, ${SYSTOLIC} AS systolic ${FROM} WHERE ${SYSTOLIC} > $limit`
const QUERY = { q: HIGH, query_parameters: { limit: 180 } }

const reading = (...systolic: readonly number[]) =>
  bloodPressure(systolic.map(value => ({ systolic: value })))

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
const rowsIn = (receiver: Receiver): readonly any[] => receiver.taken().map(({ data }) => data.rows)

const deleteComposition = (ehrId: string, uid: string) =>
  server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, { scopes: 'api.write' })

describe('a subscription with a query', () => {
  it('gets an event when a row appears, changes and goes, and none in between', async () => {
    const [ehrId, receiver] = [await newEhr(server), await openReceiver()]
    const { id, q, query_parameters, warnings } = await subscribe(server, receiver.url, QUERY)
    assert.deepEqual([q, query_parameters, warnings], [HIGH, { limit: 180 }, undefined])
    await postComposition(server, ehrId, reading(120))
    const uids = [idOf(await postComposition(server, ehrId, reading(200, 110)))]
    for (const values of [[200, 115], [210, 115], [90], [91]])
      uids.push(idOf(await putComposition(server, ehrId, uids.at(-1) ?? '', reading(...values))))
    const last = idOf(await postComposition(server, ehrId, reading(190, 191)))
    const gone = await deleteComposition(ehrId, last)
    assert.equal(gone.status, 204, gone.text)
    await eventually('five events', () => receiver.taken().length >= 5)
    const seen = receiver
      .taken()
      .map(({ type, subject, data: { rows } }) => [type, subject, rows.added, rows.changed, rows.removed])
    assert.deepEqual(seen, [
      ['composition.created', uids[0], [[ehrId, 200]], [], []],
      ['composition.updated', uids[2], [], [{ before: [ehrId, 200], after: [ehrId, 210] }], []],
      ['composition.updated', uids[3], [], [], [[ehrId, 210]]],
      [
        'composition.created',
        last,
        [
          [ehrId, 190],
          [ehrId, 191],
        ],
        [],
        [],
      ],
      [
        'composition.deleted',
        seen[4]?.[1],
        [],
        [],
        [
          [ehrId, 190],
          [ehrId, 191],
        ],
      ],
    ])
    assert.deepEqual(
      rowsIn(receiver)[0].columns.map(({ name }: { name: string }) => name),
      ['ehr', 'systolic'],
    )
    await callSubscription(server, `DELETE /${id}`)
  })

  it('gives the same rows when they are sent again, one by one and from the first change', async () => {
    const [ehrId, receiver] = [await newEhr(server), await openReceiver()]
    const { id } = await subscribe(server, receiver.url, {
      ...QUERY,
      include: 'data',
      filter: { ehr_id: [ehrId] },
    })
    const uid = idOf(await postComposition(server, ehrId, reading(185)))
    await putComposition(server, ehrId, uid, reading(186))
    await eventually('both', () => receiver.taken().length === 2)
    const first = receiver.taken()
    assert.ok(first.every(({ data }) => data.content))
    await eventually('both attempts', async () => (await deliveriesOf(server, id)).length === 2)
    const [delivery] = await deliveriesOf(server, id)
    const again = await callSubscription(server, `POST /${id}/delivery/${delivery.id}/resend`)
    assert.equal(again.json().taken, true, again.text)
    assert.deepEqual(receiver.taken()[2], first[1])
    await callSubscription(server, `POST /${id}/resend`, { after: 'start' })
    await eventually('all again', () => receiver.taken().length === 5)
    assert.deepEqual(receiver.taken().slice(3), first)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('sends what a receiver did not take in the order of its EHR', async () => {
    const [ehrId, receiver] = [await newEhr(server), await openReceiver()]
    receiver.answer = ({ path: _path }) => ({ status: receiver.received.length < 2 ? 503 : 204 })
    const { id } = await subscribe(server, receiver.url, { ...QUERY, filter: { ehr_id: [ehrId] } })
    for (const value of [201, 120, 202]) await postComposition(server, ehrId, reading(value))
    await eventually('a failure', () => receiver.received.length > 0)
    // Once for each request: what resumes a subscription cuts off the request that is under way.
    let resumedAfter = 0
    await eventually('both', async () => {
      if (receiver.taken().length < 2 && receiver.received.length > resumedAfter) {
        resumedAfter = receiver.received.length
        await callSubscription(server, `POST /${id}/resume`)
      }
      return new Set(receiver.taken().map(({ id: event }) => event)).size >= 2
    })
    // A change of the subscription may cut off a request, which is sent again.
    const firsts = new Map(receiver.taken().map(({ id: event, data }) => [event, data.rows.added]))
    assert.deepEqual([...firsts.values()], [[[ehrId, 201]], [[ehrId, 202]]])
    await callSubscription(server, `DELETE /${id}`)
  })

  it('shares pages with others, each with its own rows, in batches too', async () => {
    const [ehrId, receivers] = [
      await newEhr(server),
      [await openReceiver(), await openReceiver(), await openReceiver()],
    ]
    const limits = [150, 160, 170]
    const made = await Promise.all(
      limits.map((limit, at) =>
        subscribe(server, receivers[at]?.url ?? '', {
          q: HIGH,
          query_parameters: { limit },
          batch_size: at + 1,
          filter: { type: ['composition'] },
        }),
      ),
    )
    for (const value of [140, 155, 165, 175]) await postComposition(server, ehrId, reading(value))
    const found = () => receivers.map(each => rowsIn(each).map(({ added }) => added[0][1]))
    await eventually('all', () => found().flat().length === 6)
    assert.deepEqual(found(), [[155, 165, 175], [165, 175], [175]])
    for (const { id } of made) await callSubscription(server, `DELETE /${id}`)
  })

  it('gets nothing of EHRs that are not queryable, unless it names them', async () => {
    const status = {
      _type: 'EHR_STATUS',
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      name: { _type: 'DV_TEXT', value: 'EHR status' },
      subject: { _type: 'PARTY_SELF' },
      is_queryable: false,
      is_modifiable: true,
    }
    const [ehrId, open] = [await newEhr(server, status), await newEhr(server)]
    const [all, one] = [await openReceiver(), await openReceiver()]
    const named = HIGH.replace('EHR e', `EHR e[ehr_id/value='${ehrId}']`)
    const made = [
      await subscribe(server, all.url, QUERY),
      await subscribe(server, one.url, { ...QUERY, q: named }),
    ]
    for (const each of [ehrId, open]) await postComposition(server, each, reading(222))
    await eventually('one each', () => all.taken().length === 1 && one.taken().length === 1)
    assert.deepEqual(
      [all, one].map(each => rowsIn(each)[0].added[0][0]),
      [open, ehrId],
    )
    for (const { id } of made) await callSubscription(server, `DELETE /${id}`)
  })

  it('is paused with the reason if a record has too many rows', async () => {
    const [ehrId, receiver] = [await newEhr(server), await openReceiver()]
    const { id } = await subscribe(server, receiver.url, { ...QUERY, filter: { ehr_id: [ehrId] } })
    await postComposition(server, ehrId, reading(190))
    const many = Array.from({ length: 1001 }, () => 200)
    const answer = await postComposition(server, ehrId, reading(...many))
    assert.equal(answer.status, 201, answer.text)
    await eventually('the pause', async () => !(await getSubscription(server, id)).active)
    assert.match((await getSubscription(server, id)).pause_reason, /more than 1000 rows in one record/)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('is changed: another query, none, and one again', async () => {
    const [ehrId, receiver] = [await newEhr(server), await openReceiver()]
    const { id } = await subscribe(server, receiver.url, {
      ...QUERY,
      filter: { ehr_id: [ehrId], type: ['composition'] },
    })
    const change = async (body: object) => (await callSubscription(server, `PUT /${id}`, body)).json()
    assert.equal((await change({ name: 'Still' })).q, HIGH)
    assert.deepEqual((await change({ q: HIGH, query_parameters: { limit: 100 } })).query_parameters, {
      limit: 100,
    })
    await postComposition(server, ehrId, reading(110))
    await eventually('a row', () => receiver.taken().length === 1)
    const without = await change({ q: null })
    assert.deepEqual([without.q, without.query_parameters], [null, undefined])
    const low = idOf(await postComposition(server, ehrId, reading(90)))
    // The first event may come again, since the change can end its delivery before the service has noted the answer.
    const second = () => receiver.taken().find(({ subject }) => subject === low)
    await eventually('an event', () => second() !== undefined)
    assert.equal(second()?.data.rows, undefined)
    await callSubscription(server, `DELETE /${id}`)
  })
})

describe('a query that cannot be a condition', () => {
  const post = (body: object) =>
    callSubscription(server, 'POST ', { name: 'x', url: 'https://example.org/', ...body })
  const ROWS: readonly (readonly [body: object, code: string, says: RegExp])[] = [
    [{ q: 'SELECT c FORM EHR e' }, 'aql.malformed', /line 1, column 10/],
    [{ q: `SELECT x ${FROM}` }, 'aql.invalid', /x/],
    [{ q: HIGH }, 'aql.invalid', /limit/],
    [{ ...QUERY, query_parameters: { limit: 180, extra: 1 } }, 'request.unknown_parameter', /extra/],
    [{ query_parameters: {} }, 'request.malformed', /must come with/],
    [{ q: '' }, 'request.malformed', /\/q/],
    [{ q: `SELECT COUNT(*) ${FROM}` }, 'subscription.query_refused', /aggregates/],
    [{ q: 'SELECT e FROM EHR e' }, 'subscription.query_refused', /one record/],
  ]
  for (const [body, code, says] of ROWS)
    it(`is refused: ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const answer = await post(body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json().code, code, answer.text)
      assert.match(answer.text, says)
    })

  it('has its place in the answer', async () => {
    const answer = await post({ q: `SELECT c\n${FROM}\nWHERE c/name/value LIKE` })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /line 3/)
  })

  it('is accepted with a warning if nothing can meet it', async () => {
    const unknown = 'SELECT o FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.nowhere.v1]'
    const warned: readonly (readonly [body: object, says: RegExp])[] = [
      [{ q: unknown }, /No template and no record has the archetype/],
      [
        { ...QUERY, filter: { type: ['status', 'ehr'] } },
        /No event can pass: the query finds rows in events of composition alone/,
      ],
      [{ q: `SELECT o ${FROM} WHERE e/ehr_id/value = 'a' AND e/ehr_id/value = 'b'` }, /contradicts itself/],
    ]
    for (const [body, says] of warned) {
      const made = (await post({ ...body, active: false })).json()
      assert.match(String(made.warnings), says)
      assert.match(String((await getSubscription(server, made.id)).warnings), says)
      await callSubscription(server, `DELETE /${made.id}`)
    }
  })
})

describe('a subscription with a query, of a client with limited rights', () => {
  async function clientWith(scopes: readonly string[]) {
    const made = (await adminCall(server, 'POST /admin/v1/client', { name: 'client', scopes })).json()
    const asked = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        audience: `${server.url}/openehr/v1`,
        client_id: made.client_id,
        client_secret: made.client_secret,
        scope: scopes.join(' '),
      }),
    })
    const { access_token } = (await asked.json()) as { access_token: string }
    return (body: object) =>
      server.call('POST /extra/v1/subscription', {
        headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'mine', ...body }),
      })
  }

  it('needs the right to run queries', async () => {
    const make = await clientWith(['system/composition-*.rs'])
    const answer = await make({ ...QUERY, url: 'https://example.org/' })
    assert.equal(answer.status, 403, answer.text)
    assert.match(answer.text, /run queries/)
  })

  it('gets rows of the records that it may read', async () => {
    const make = await clientWith([`system/composition-${OTHER.replaceAll(' ', '*')}.rs`, 'system/aql-*.s'])
    const [ehrId, receiver] = [await newEhr(server), await openReceiver()]
    const made = await make({ ...QUERY, url: receiver.url })
    assert.equal(made.status, 201, made.text)
    await postComposition(server, ehrId, reading(198))
    await postComposition(server, ehrId, bloodPressure([{ systolic: 199 }], OTHER))
    await eventually('a row', () => receiver.taken().length > 0)
    assert.deepEqual(
      rowsIn(receiver).map(({ added }) => added),
      [[[ehrId, 199]]],
    )
  })
})
