/** The order of the change feed, whatever transactions overlap: no change is missed, and none comes before its commit. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Queries, sql } from '../../packages/server/src/db/index.ts'
import { type EhrId, newObjectId, type ObjectId } from '../../packages/server/src/ids/index.ts'
import { insertCommit } from '../../packages/server/src/versions/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { commitOf, versionRow } from '../commit-samples.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { now, readAll } from './feed-calls.ts'

const server = await testServer()
await uploadTemplate(server)
const beside = await testServer({ beside: server })

/** A transaction that a test ends when it wants to. */
async function openTransaction() {
  let end = (_isKept: boolean): void => {}
  const decided = new Promise<boolean>(done => {
    end = done
  })
  let begun = (_queries: Queries): void => {}
  const queries = new Promise<Queries>(done => {
    begun = done
  })
  const whole = server.db
    .transaction(async opened => {
      begun(opened)
      if (!(await decided)) throw new Error('rolled back by the test')
    })
    .catch((error: Error) => assert.match(error.message, /rolled back by the test/))
  const opened = await queries
  return {
    queries: opened,
    commit: () => {
      end(true)
      return whole
    },
    rollBack: () => {
      end(false)
      return whole
    },
  }
}

const takeNumber = sql({ name: 'test.begin', text: 'select pg_current_xact_id()' })

/** Writes a version, and returns its uid. */
async function write(
  queries: Queries,
  ehrId: string,
  { objectId = newObjectId(), version = 1 }: { objectId?: ObjectId; version?: number } = {},
): Promise<string> {
  const row = versionRow({ objectId, version, systemId: 'test', changeType: version === 1 ? 249 : 251 })
  const commit = commitOf(ehrId as EhrId, [row], { roots: [], committedAt: new Date() })
  assert.notEqual(await insertCommit(queries, commit), undefined)
  return `${objectId}::test::${version}`
}

const uidsAfter = async (cursor: string, from = server): Promise<readonly string[]> =>
  (await readAll(from, cursor, 'type=composition')).map(({ subject }) => subject)

const uidOf = (answer: Awaited<ReturnType<typeof postComposition>>): string =>
  (answer.headers.get('etag') ?? '').replaceAll('"', '')

describe('a transaction that is held open', () => {
  it('holds up nothing, and its change comes after its commit', async () => {
    const ehrId = await newEhr(server)
    const start = await now(server)
    const held = await openTransaction()
    const late = await write(held.queries, ehrId)
    const early = [uidOf(await postComposition(server, ehrId)), uidOf(await postComposition(server, ehrId))]
    assert.deepEqual(await uidsAfter(start), early)
    const passed = await now(server)
    await held.commit()
    assert.deepEqual(await uidsAfter(passed), [late])
    assert.deepEqual(await uidsAfter(start, beside), [...early, late])
  })

  it('that is rolled back has no event', async () => {
    const ehrId = await newEhr(server)
    const start = await now(server)
    const held = await openTransaction()
    await write(held.queries, ehrId)
    const kept = uidOf(await postComposition(server, ehrId))
    assert.deepEqual(await uidsAfter(start), [kept])
    await held.rollBack()
    assert.deepEqual(await uidsAfter(start), [kept])
  })

  it('does not put a change before the one that it follows, though it began earlier', async () => {
    const ehrId = await newEhr(server)
    const objectId = newObjectId()
    const start = await now(server)
    const held = await openTransaction()
    await held.queries.query(takeNumber)
    const first = await write(server.db, ehrId, { objectId })
    const second = await write(held.queries, ehrId, { objectId, version: 2 })
    await held.commit()
    assert.deepEqual(await uidsAfter(start), [first, second])
  })
})

describe('a dump that was restored in another cluster', {
  skip: leftOutOnCitus('a database of one server'),
}, () => {
  const shift = (
    by: number,
  ) => `update cairn.contribution set changed_in = (changed_in::text::bigint + ${by})::text::xid8
    where changed_in is not null`

  for (const [what, by] of [
    ['that had more transactions', 1_000_000_000],
    ['that had fewer', -1],
  ] as const)
    it(`${what} goes on: each change has one event, and cursors stay valid`, async () => {
      const ehrId = await newEhr(server)
      const first = uidOf(await postComposition(server, ehrId))
      const cursor = await now(server)
      const second = uidOf(await postComposition(server, ehrId))
      assert.deepEqual(await uidsAfter(cursor), [second])
      // As a dump would have it: a change that was committed after the last round, and numbers of the other cluster.
      const third = await server.db.transaction(async queries => {
        const run = (text: string) =>
          queries.query(sql<{ now: string }>({ name: 'test.dump', prepare: false, text }))
        await run('select 1 from cairn.change_state for update')
        const uid = await write(queries, ehrId)
        await run(shift(by))
        const [row] = await run('select pg_current_xact_id()::text as now')
        const xmax = Number(row?.now) + by
        await run(`update cairn.change_state set cluster = 'another', snapshot = '${xmax}:${xmax}:'`)
        return uid
      })
      assert.deepEqual(await uidsAfter(cursor), [second, third])
      const fourth = uidOf(await postComposition(server, ehrId))
      assert.deepEqual(await uidsAfter(cursor, beside), [second, third, fourth])
      assert.ok(!(await uidsAfter(cursor)).includes(first))
    })
})

describe('overlapping transactions', () => {
  /** Steps of a test: a transaction begins, writes to an EHR, ends; somebody reads. */
  const BY = fc.nat(2)
  const STEP = fc.oneof(
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('begin' as const), by: BY }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        by: BY,
        ehr: fc.nat(1),
        object: fc.nat(1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('commit' as const), by: BY }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back' as const), by: BY }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), by: fc.nat(1) }) },
  )
  type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never

  /** Runs the steps that are possible, and returns what was read by each of two readers, and what was committed. */
  async function run(steps: readonly Step[], ehrs: readonly string[]) {
    const start = await now(server)
    const cursors = [start, start]
    const read: string[][] = [[], []]
    const open = new Map<number, { tx: Awaited<ReturnType<typeof openTransaction>>; uids: string[] }>()
    const committed: string[] = []
    /** Objects with the last committed version, and the transaction that writes the next. */
    const heads = new Map<string, { objectId: ObjectId; version: number; by?: number }>()

    const follow = async (reader: number) => {
      const servers = [server, beside]
      const from = servers[reader] ?? server
      const events = await readAll(from, cursors[reader], 'type=composition', 2)
      read[reader]?.push(...events.map(({ subject }) => subject))
      for (const { subject } of events) assert.ok(committed.includes(subject), 'before its commit')
      cursors[reader] = events.at(-1)?.id ?? cursors[reader] ?? start
    }
    /** With a number of its own from its beginning on. */
    const begin = async (by: number) => {
      const mine = open.get(by) ?? { tx: await openTransaction(), uids: [] }
      if (!open.has(by)) await mine.tx.queries.query(takeNumber)
      open.set(by, mine)
      return mine
    }
    const end = async (by: number, isKept: boolean) => {
      const ended = open.get(by)
      if (!ended) return
      open.delete(by)
      if (isKept) committed.push(...ended.uids)
      await (isKept ? ended.tx.commit() : ended.tx.rollBack())
      for (const [key, head] of heads)
        if (head.by === by)
          heads.set(key, { objectId: head.objectId, version: head.version + (isKept ? 1 : 0) })
    }
    for (const step of steps) {
      if (step.kind === 'read') await follow(step.by)
      else if (step.kind === 'begin') {
        await begin(step.by)
      } else if (step.kind === 'write') {
        const mine = await begin(step.by)
        const key = `${step.ehr} ${step.object}`
        const head = heads.get(key) ?? { objectId: newObjectId(), version: 0 }
        if (head.by !== undefined) continue
        heads.set(key, { ...head, by: step.by })
        const target = { objectId: head.objectId, version: head.version + 1 }
        mine.uids.push(await write(mine.tx.queries, ehrs[step.ehr] ?? '', target))
      } else await end(step.by, step.kind === 'commit')
    }
    for (const by of [...open.keys()]) await end(by, true)
    await follow(0)
    await follow(1)
    return { read, committed, whole: await uidsAfter(start) }
  }

  it('give every reader the same order, with all that was committed, and versions in their order', async () => {
    const ehrs = [await newEhr(server), await newEhr(server)]
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 15, maxLength: 50, size: 'max' }), async steps => {
        const { read, committed, whole } = await run(steps, ehrs)
        assert.deepEqual([...whole].sort(), [...committed].sort())
        assert.deepEqual(read, [whole, whole])
        const versions = new Map<string, number>()
        for (const uid of whole) {
          const [object = '', , version] = uid.split('::')
          assert.equal(Number(version), (versions.get(object) ?? 0) + 1, 'a version before its predecessor')
          versions.set(object, Number(version))
        }
      }),
      { numRuns: 20 },
    )
  })
})
