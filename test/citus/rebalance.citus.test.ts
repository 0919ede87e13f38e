/** A cluster that grows and shrinks while it works: no acknowledged commit is lost, and no request fails for good. */
import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { runOnce } from '../postgres.ts'
import { withoutCitus } from './cluster.ts'
import { callsOf, EHRS, furnished } from './furnished.ts'
import { findCitus } from './own-cluster.ts'

const skip = withoutCitus || (findCitus() === undefined && 'no PostgreSQL of this machine has Citus')

const shardsOn = sql<{ shards: number }, [port: number]>({
  name: 'test.shardsOn',
  text: `select count(*)::integer as shards from pg_dist_shard_placement p
    join pg_dist_shard s using (shardid) join pg_dist_partition t on t.logicalrelid = s.logicalrelid
    where nodeport = $1 and t.partmethod = 'h'`,
})

const immovable = sql<{ name: string }>({
  name: 'test.immovable',
  text: `select c.relname as name from pg_class c join pg_dist_partition t on t.logicalrelid = c.oid
    where t.partmethod = 'h' and c.relkind = 'r' and c.relreplident = 'd'
      and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
})

const portOf = (address: string): number => Number(address.split(':')[1])

const ready = skip === false ? await furnished() : undefined

describe('a cluster under writes', { skip }, () => {
  if (!ready) return
  const { cluster, server, ehrs } = ready
  const { commitTo, countAll } = callsOf(server)
  const db = openPool(cluster.url, { max: 2, applicationName: 'cairn test' })
  after(() => db.close())
  let acknowledged = EHRS
  let refused = 0

  /** Commits to all EHRs again and again until the work is done. A shard that changes its place may refuse one with 503. */
  const commitDuring = async (work: () => Promise<void>): Promise<void> => {
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    for (let turn = 0; !isDone || turn < EHRS; turn++) {
      const answer = await commitTo(ehrs[turn % EHRS] ?? '')
      const text = await answer.text()
      if (answer.status === 201) acknowledged++
      else {
        assert.equal(answer.status, 503, text)
        refused++
      }
    }
    await working
  }
  const moved = () => runOnce(cluster.url, 'select citus_job_wait(max(job_id)) from pg_dist_background_job')
  const isComplete = async (t: TestContext): Promise<void> => {
    t.diagnostic(`${acknowledged} commits acknowledged so far, ${refused} refused`)
    const { rows } = (await (await countAll()).json()) as { rows: [[number]] }
    assert.equal(rows[0][0], acknowledged)
    for (const ehrId of ehrs) assert.equal((await commitTo(ehrId)).status, 201)
    acknowledged += EHRS
  }

  it('can move every table: each has a primary key or another replica identity', async () => {
    assert.deepEqual(await db.query(immovable), [])
  })

  it('gives a new worker its share', async t => {
    const added = portOf(await cluster.addWorker())
    await commitDuring(() => runOnce(cluster.url, 'select citus_rebalance_start()').then(moved))
    const [found] = await db.query(shardsOn, [added])
    assert.ok((found?.shards ?? 0) > 0)
    await isComplete(t)
  })

  it('empties a worker that is to go', async t => {
    const port = portOf(cluster.workers[0] ?? '')
    await commitDuring(() => runOnce(cluster.url, `select citus_drain_node('127.0.0.1', ${port})`))
    const [left] = await db.query(shardsOn, [port])
    assert.equal(left?.shards, 0)
    await isComplete(t)
  })
})
