/** Every event is read from the trail as it was, whatever is in it and however it is stored. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../../test/database.ts'
import { eventually } from '../../../../../test/eventually.ts'
import { sql } from '../../db/index.ts'
import { type AuditEvent, auditEvent, type EventDetail } from '../event.ts'
import { eventDigest } from '../seals/seal.ts'
import { EVENT_COLUMNS, type StoredEvent } from '../seals/store.ts'
import { printRow, trailEvent, type WordNumbers } from './row.ts'
import { appendEvents } from './store.ts'
import { openEventWords } from './words.ts'

const { database } = await testDatabase()

const stored = sql<StoredEvent & { surplus: boolean }, [ids: readonly number[]]>({
  name: 'test.stored',
  text: `select ${EVENT_COLUMNS}, e.surplus from cairn.audit_event e where e.event_id = any($1) order by array_position($1, e.event_id)`,
})

const uuid = fc.uuid()
/** Ids that repeat within an event are those that its row has once. */
const ids = fc.constantFrom('11111111-2222-4333-8444-555555555555', '66666666-7777-4888-9999-aaaaaaaaaaaa')
const id = fc.oneof(uuid, ids)
const segment = fc.oneof(
  id,
  id.map(text => text.toUpperCase()),
  id.map(text => `${text}::cairn.local::2`),
  id.map(text => text.replaceAll('-', '')),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('ehr', 'composition', '\x01', '\x02', '\x03', '{e}', '%00', ''),
)
const path = fc.array(segment, { maxLength: 6 }).map(parts => `/${parts.join('/')}`)
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'app', '127.0.0.1'))
const query = fc.stringMatching(/^[0-9a-f]{64}$/)
const detail: fc.Arbitrary<EventDetail | undefined> = fc.option(
  fc.oneof(
    fc.record({ query }),
    fc.record({ query, ehrs: fc.array(id) }, { requiredKeys: [] }),
    fc.record({ ehr_count: fc.nat(), all_ehrs: fc.constant(true as const) }),
    fc.record({ all_parties: fc.constant(true as const) }),
    fc.record({ removed: fc.dictionary(uuid, fc.nat()) }),
    fc.record({ break_glass: uuid, query: fc.constant('no digest') }),
  ),
  { nil: undefined },
)
const storable = (given: string) => given.replace(/\0|\p{Surrogate}/gu, '')

const event = fc
  .record({
    requestId: fc.oneof(id, text.map(storable)),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'QUERY', ''),
    route: fc.constantFrom('', '/openehr/v1/ehr/:ehr_id', '/openehr/v1/query/aql'),
    path,
    ehrId: fc.option(fc.oneof(id, text), { nil: undefined }),
    status: fc.constantFrom(200, 201, 204, 400, 401, 404, 412, 500, 503),
    clientId: text,
    person: fc.option(text, { nil: undefined }),
    address: text,
    contributionId: fc.option(id, { nil: undefined }),
    detail,
    time: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  })
  .map(
    ({ time, contributionId, ...request }): AuditEvent =>
      auditEvent({ ...request, ...(contributionId === undefined ? {} : { contributionId }) }, time.getTime()),
  )

/** Objects of the generator have no prototype. */
const plain = (given: AuditEvent): AuditEvent => JSON.parse(JSON.stringify(given))

async function assertKept(events: readonly AuditEvent[], numbers: WordNumbers | undefined): Promise<void> {
  const eventIds = await appendEvents(
    database,
    events.map(each => trailEvent(each, numbers)),
  )
  const rows = await database.query(stored, [eventIds])
  assert.deepEqual(
    rows,
    events.map((each, at) => ({ ...plain(each), event_id: eventIds[at], surplus: false })),
  )
  for (const { event_id, surplus: _none, ...read } of rows) {
    const at = eventIds.indexOf(event_id)
    assert.equal(eventDigest(event_id, read), eventDigest(event_id, events[at] as AuditEvent))
  }
}

describe('an event is read as it was', () => {
  it('with its words in its own row', () =>
    fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 20 }), events =>
        assertKept(events, undefined),
      ),
      { numRuns: 100 },
    ))

  it('with its words by number', async () => {
    const words = await openEventWords({
      db: database,
      now: Date.now,
      failed: error => assert.fail(String(error)),
    })
    after(() => words.close())
    const now = new Date().toISOString()
    const [sample = []] = fc.sample(fc.array(event, { minLength: 60, maxLength: 60 }), 1)
    const events = sample.map(each => ({ ...each, at: now }))
    await assertKept(events, words)
    await assertKept(events, words)
    const isNumbered = (each: AuditEvent) => {
      const { act, actor } = JSON.parse(printRow(each, words))
      return act !== null && actor !== null
    }
    const expected = events.filter(({ outcome, path: whole }) => outcome === 'success' && whole.length < 30)
    await eventually('words have numbers', () => expected.every(isNumbered))
    await assertKept(events, words)
  })
})

describe('the row of', () => {
  const EHR = '11111111-2222-4333-8444-555555555555'
  const OBJECT = '66666666-7777-4888-9999-aaaaaaaaaaaa'
  const CONTRIBUTION = 'bbbbbbbb-cccc-4ddd-8eee-ffffffffffff'
  const KNOWN: WordNumbers = { act: () => 1, actor: () => 2 }
  const made = (given: Partial<AuditEvent>) => {
    const request = { requestId: OBJECT, method: 'GET', route: '', ehrId: EHR, status: 200 }
    const base = { ...request, path: '/', clientId: 'app', person: undefined, address: '' }
    return JSON.parse(printRow({ ...auditEvent(base, Date.now()), ...given }, KNOWN))
  }

  it('a read of a composition has nothing but ids and numbers', () => {
    const path = `/openehr/v1/ehr/${EHR}/composition/${OBJECT}::cairn.local::1`
    assert.deepEqual(
      { ...made({ path }), at: '' },
      {
        at: '',
        request: OBJECT,
        ehr: EHR,
        object: OBJECT,
        act: 1,
        actor: 2,
        more: null,
      },
    )
  })

  it('a commit has its contribution, and sixteen bytes more for the composition that it changes', () => {
    const path = `/openehr/v1/ehr/${EHR}/composition/${OBJECT}`
    const { object, more } = made({ path, contribution_id: CONTRIBUTION })
    assert.deepEqual([object, more], [CONTRIBUTION, `\\x${OBJECT.replaceAll('-', '')}`])
    assert.equal(
      made({ path: `/openehr/v1/ehr/${EHR}/composition`, contribution_id: CONTRIBUTION }).more,
      null,
    )
  })

  it('any path has the marks that a search by expression finds', () => {
    const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
    /** The marks of three ids, in the order in which a path has them; others stay. */
    const modelOf = (given: string): string => {
      const others: string[] = []
      return given.replace(ID, found => {
        if (found === EHR) return '\x01'
        if (!others.includes(found)) others.push(found)
        return ['\x02', '\x03'][others.indexOf(found)] ?? found
      })
    }
    const piece = fc.oneof(
      fc.constantFrom(
        EHR,
        OBJECT,
        CONTRIBUTION,
        '-',
        '--',
        '/',
        '::cairn.local::2',
        EHR.slice(1),
        OBJECT.slice(0, -1),
      ),
      fc.uuid(),
      fc.stringMatching(/^[0-9a-f-]{0,40}$/),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join('')),
        given => {
          let marked: string | undefined
          const numbers: WordNumbers = {
            act: (_month, { path: seen }) => {
              marked = seen
              return 1
            },
            actor: () => 2,
          }
          const request = { requestId: OBJECT, method: 'GET', route: '', ehrId: EHR, status: 200 }
          const whole = { ...request, path: given, clientId: 'app', person: undefined, address: '' }
          printRow(auditEvent(whole, Date.now()), numbers)
          assert.equal(marked, modelOf(given))
        },
      ),
      { numRuns: 1000, verbose: true },
    )
  })

  it('an answer about several EHRs has a list of them, and JSON if it has anything else', () => {
    const query = 'ab'.repeat(32)
    const textOf = (detail: EventDetail) => Buffer.from(made({ detail }).more.slice(2), 'hex').toString()
    const [ehr, object] = [EHR, OBJECT].map(id => id.replaceAll('-', ''))
    assert.equal(textOf({ query, ehrs: [EHR, OBJECT] }), `${query},${ehr},${object}`)
    assert.equal(textOf({ ehrs: [EHR] }), `,${ehr}`)
    const others: EventDetail[] = [
      { query, ehrs: [] },
      { query, ehrs: [EHR, ''] },
      { query, ehrs: [EHR, OBJECT.toUpperCase()] },
      { query, ehrs: [EHR, `${OBJECT},`] },
      { query: '', ehrs: [EHR] },
      { query, ehrs: [EHR], ehr_count: 1 },
    ]
    for (const detail of others) assert.equal(textOf(detail), JSON.stringify({ d: detail }))
  })

  it('a query for one EHR has 32 bytes more', () => {
    const digest = 'ab'.repeat(32)
    assert.equal(made({ path: '/openehr/v1/query/aql', detail: { query: digest } }).more, `\\x${digest}`)
  })
})
