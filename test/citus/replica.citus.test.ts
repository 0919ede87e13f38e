/** Queries and exports from the replicas of all nodes: what they show, and what happens when one of them lags or is gone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { runOnce } from '../postgres.ts'
import { withoutCitus } from './cluster.ts'
import { callsOf, furnished } from './furnished.ts'
import { findCitus, type Replica } from './own-cluster.ts'

const skip = withoutCitus || (findCitus() === undefined && 'no PostgreSQL of this machine has Citus')

/** Long enough for some queries while the replicas are paused, short enough to wait for. */
const LAG_MS = 6000

let replicas: readonly Replica[] = []
const ready =
  skip === false
    ? await furnished(async cluster => {
        replicas = await cluster.addReplicas()
        return {
          CAIRN_DATABASE_READ_URL: replicas[0]?.url ?? '',
          CAIRN_READ_LAG_MS: String(LAG_MS),
        }
      })
    : undefined

const COUNT = 'SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c'
/** SQL cannot answer this alone. */
const OVER_DOCUMENTS = `${COUNT} WHERE TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'`

describe('a cluster whose nodes have replicas', { skip }, () => {
  if (!ready) return
  const { server, ehrs } = ready
  const { commitTo } = callsOf(server)

  const headersOf = (after?: string) => ({ headers: after === undefined ? {} : { 'cairn-after': after } })
  const countOf = async (q: string, after?: string): Promise<number> => {
    const path = `/openehr/v1/query/aql?q=${encodeURIComponent(q)}`
    const answer = await server.call(`GET ${path}`, headersOf(after))
    assert.equal(answer.status, 200)
    return ((await answer.json()) as { rows: [[number]] }).rows[0][0]
  }
  const exported = async (after?: string): Promise<number> => {
    const answer = await server.call('GET /admin/v1/export', headersOf(after))
    assert.equal(answer.status, 200)
    return (await answer.text()).split('\n').length
  }
  /** The position after the last one of some commits to EHRs of both workers. */
  const commitToAll = async (): Promise<string> => {
    let position = ''
    for (const ehrId of ehrs) {
      const answer = await commitTo(ehrId)
      assert.equal(answer.status, 201, await answer.text())
      position = answer.headers.get('cairn-after') ?? ''
    }
    return position
  }
  const onReplicas = async (statement: string): Promise<void> => {
    for (const { url } of replicas) await runOnce(url, statement)
  }
  const isUsed = () =>
    eventually('the replicas are read from', async () => {
      const said = server.program
        .output()
        .stdout.match(/"msg":"(reading from the replica|replica not in use[^"]*)"/g)
      return said?.at(-1) === '"msg":"reading from the replica"'
    })

  it('names the position of each node in the answer to a write', async () => {
    assert.match(await commitToAll(), /^[0-9A-F]+\/[0-9A-F]+(,\d+=[0-9A-F]+\/[0-9A-F]+){2}$/)
  })

  it('answers queries and exports from the replicas, and with a position as the primaries do', async () => {
    const position = await commitToAll()
    await isUsed()
    const before = {
      counted: await countOf(COUNT, position),
      overDocuments: await countOf(OVER_DOCUMENTS, position),
      lines: await exported(position),
    }
    await onReplicas('select pg_wal_replay_pause()')
    const later = await commitToAll()
    assert.equal(await countOf(COUNT), before.counted, 'from the replicas, which do not have it yet')
    assert.equal(await countOf(OVER_DOCUMENTS), before.overDocuments)
    assert.equal(await exported(), before.lines)
    const counted = before.counted + ehrs.length
    assert.equal(await countOf(COUNT, later), counted, 'from the primaries')
    assert.equal(await countOf(OVER_DOCUMENTS, later), counted)
    assert.ok((await exported(later)) > before.lines)
    await eventually(
      'replicas that are too old are not read from',
      async () => (await countOf(COUNT)) === counted,
    )
    await onReplicas('select pg_wal_replay_resume()')
    await isUsed()
    assert.equal(await countOf(COUNT, later), counted)
  })

  it('reads from the primaries when the replica of a worker stops', async () => {
    const position = await commitToAll()
    const counted = await countOf(COUNT, position)
    await replicas[1]?.stop()
    for (const q of [COUNT, OVER_DOCUMENTS]) assert.equal(await countOf(q), counted)
    await eventually('the log names the node', async () =>
      /has no replica, or one that does not answer \(group [12]\)/.test(server.program.output().stdout),
    )
    const later = await commitToAll()
    assert.equal(await countOf(COUNT, later), counted + ehrs.length)
  })
})
