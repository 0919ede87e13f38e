/** A whole cluster goes back to a restore point: nothing that was acknowledged before it is missing, and it works on. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { runOnce } from '../postgres.ts'
import { withoutCitus } from './cluster.ts'
import { callsOf, EHRS, furnished } from './furnished.ts'
import { findCitus } from './own-cluster.ts'

const skip = withoutCitus || (findCitus() === undefined && 'no PostgreSQL of this machine has Citus')

const ready = skip === false ? await furnished() : undefined

describe('a cluster that is restored', { skip }, () => {
  if (!ready) return
  const { cluster, server, ehrs } = ready
  const { commitTo, countAll } = callsOf(server)
  const commitToAll = async (): Promise<void> => {
    for (const ehrId of ehrs) assert.equal((await commitTo(ehrId)).status, 201)
  }
  const countOfAll = async (): Promise<number> =>
    ((await (await countAll()).json()) as { rows: [[number]] }).rows[0][0]
  const isServed = async (): Promise<boolean> => (await countAll()).status === 200

  it('has what was committed before the restore point on all nodes, and nothing from after it', async () => {
    await cluster.backUp()
    await commitToAll()
    await runOnce(cluster.url, "select citus_create_restore_point('before')")
    await commitToAll()
    await cluster.restore('before')
    await eventually('the server has connections to the nodes again', isServed)
    assert.equal(await countOfAll(), 2 * EHRS)
    await commitToAll()
    assert.equal(await countOfAll(), 3 * EHRS)
  })
})
