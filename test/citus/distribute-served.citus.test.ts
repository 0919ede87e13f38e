/** A database that is in use is distributed into another one: writes stop for the last changes alone, and a kill at any point loses nothing. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Addresses,
  cancelServed,
  copyServed,
  detectDistribution,
  switchServed,
} from '../../packages/server/src/db/distribution/index.ts'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { forgetChanges } from '../../packages/server/src/db/moving/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { CITUS_VARIABLE, runOnce } from '../postgres.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import type { RunningServer } from '../server.ts'
import { withoutCitus } from './cluster.ts'
import { type CitusDatabase, newCitusDatabase } from './new-database.ts'

const skip = withoutCitus

/** Between two commits of a client: the copy has the same two cores. */
const PACE_MS = 200

const small = { shards: 4, say: () => {}, told: () => {}, switched: () => {} }

/** A database with a template, and an empty one on the cluster. */
async function twoDatabases(): Promise<{
  readonly old: CitusDatabase
  readonly fresh: CitusDatabase
  readonly addresses: Addresses
}> {
  const [old, fresh] = [await newCitusDatabase(), await newCitusDatabase()]
  after(() => old.drop())
  after(() => fresh.drop())
  await migrate(old.url)
  return { old, fresh, addresses: { source: old.url, target: fresh.url } }
}

/** Commits one version after another until it is stopped; only those that were acknowledged are remembered. */
function writer(server: RunningServer) {
  const written: string[] = []
  const refused = new Set<string>()
  let isStopped = false
  const write = async (): Promise<void> => {
    const ehr = await newEhr(server)
    let last = ''
    while (!isStopped) {
      const chosen = written.length % 3 === 0 ? { uid: { _type: 'HIER_OBJECT_ID', value: randomUUID() } } : {}
      const answer =
        last === ''
          ? await postComposition(server, ehr, { ...bloodPressure(), ...chosen })
          : await putComposition(
              server,
              ehr,
              last,
              bloodPressure([{ systolic: 100 + (written.length % 50) }]),
            )
      if (answer.status < 300) {
        // Each object gets two versions.
        last = last === '' ? idOf(answer) : ''
        written.push(`/openehr/v1/ehr/${ehr}/composition/${idOf(answer)}`)
      } else refused.add(`${answer.status} ${answer.json().code}`)
      await sleep(PACE_MS)
    }
  }
  const writing = Promise.all([write(), write()])
  return {
    written,
    refused,
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}

/** Work beside clients that write. They are stopped first if it fails. */
async function whileWritten<T>(
  server: RunningServer,
  work: (writing: ReturnType<typeof writer>) => Promise<T>,
): Promise<T> {
  const writing = writer(server)
  try {
    await eventually('it is written to', async () => writing.written.length > 5)
    return await work(writing)
  } finally {
    await writing.stop()
  }
}

const partsDone = sql<{ step: string; done_at: string }>({
  name: 'test.partsDone',
  text: `select step, done_at::text as done_at from cairn.distribution
         where starts_with(step, 'copied ') and detail ->> 'next' <> '0'`,
})

const read = (server: RunningServer, path: string) => server.call(`GET ${path}`, { scopes: 'api.read' })

async function assertWhole(server: RunningServer, written: readonly string[]): Promise<void> {
  for (const path of written) assert.equal((await read(server, path)).status, 200, path)
  assert.deepEqual((await verifyRecords(server.db)).faults, [])
}

describe('a database that is in use', { skip }, () => {
  it('is distributed with all that was acknowledged, and goes on in the cluster', async () => {
    const { old, fresh, addresses } = await twoDatabases()
    const written = await old.serving(false, async server => {
      await uploadTemplate(server)
      return whileWritten(server, async writing => {
        await copyServed(addresses, { ...small })
        await assert.rejects(detectDistribution(fresh.url), /cairn distribute switch/)
        const copied = writing.written.length
        await eventually('it is written to', async () => writing.written.length > copied + 5)
        await switchServed(addresses, small)
        const known = writing.written.length
        await eventually('writes are refused', async () => writing.refused.size > 0)
        assert.ok(
          [...writing.refused].every(each => each.startsWith('503 ')),
          String([...writing.refused]),
        )
        assert.equal(writing.written.length, known)
        return writing.written
      })
    })
    assert.equal(await detectDistribution(fresh.url), true)
    await fresh.serving(true, async server => {
      await assertWhole(server, written)
      assert.equal((await postComposition(server, await newEhr(server), bloodPressure())).status, 201)
    })
  })

  it('is copied from part to part: a stop repeats one part, and rows that changed meanwhile come once', async () => {
    const { old, fresh, addresses } = await twoDatabases()
    const target = openPool(fresh.url, { max: 1, applicationName: 'cairn test' })
    after(() => target.close())
    const written = await old.serving(false, async server => {
      await uploadTemplate(server)
      const paths: string[] = []
      for (let count = 0; count < 10; count++) {
        const ehr = await newEhr(server)
        for (let version = 0; version < 5; version++)
          paths.push(
            `/openehr/v1/ehr/${ehr}/composition/${idOf(await postComposition(server, ehr, bloodPressure()))}`,
          )
      }
      const stopped = async (): Promise<boolean> => {
        let parts = 0
        const told = () => {
          parts++
          if (parts === 5) throw new Error('stopped')
        }
        return copyServed(addresses, { ...small, partBytes: 8192, told }).then(
          () => false,
          error => /stopped/.test(String(error)) || Promise.reject(error),
        )
      }
      assert.equal(await stopped(), true)
      const before = await target.query(partsDone)
      do {
        // Rows are written anew, to later blocks: at some stop those of a table that is copied in part.
        for (const table of ['ehr', 'contribution', 'versioned_object', 'version', 'root'])
          await runOnce(old.url, `update cairn.${table} set ehr_id = ehr_id`)
      } while (await stopped())
      const now = new Map((await target.query(partsDone)).map(({ step, done_at }) => [step, done_at]))
      const untouched = before.filter(({ step, done_at }) => now.get(step) === done_at)
      assert.ok(untouched.length > 0, 'parts that were copied are not copied again')
      await switchServed(addresses, small)
      return paths
    })
    await fresh.serving(true, server => assertWhole(server, written))
  })

  it('is switched by the same command after a kill', async () => {
    const { old, fresh } = await twoDatabases()
    const settings = { CAIRN_DATABASE_URL: old.url, CAIRN_NEW_DATABASE_URL: fresh.url }
    const run = (word: string) =>
      runProgram(['distribute', word, '--yes', '--shards', '4', '--json'], settings)
    const resultOf = async (word: string) => {
      const { code, stdout, stderr } = await run(word).ended
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    const written = await old.serving(false, async server => {
      await uploadTemplate(server)
      return whileWritten(server, async writing => {
        const { code, stderr } = await run('switch').ended
        assert.equal(code, 1, stderr)
        assert.match(stderr, /cairn distribute copy/)
        const { copied, bytes, secondsForGb } = await resultOf('copy')
        assert.ok(copied && bytes > 0 && secondsForGb > 0)
        assert.equal((await resultOf('copy')).bytes, 0)

        const switching = run('switch')
        let hasEnded = false
        void switching.ended.then(() => {
          hasEnded = true
        })
        await eventually('writes are refused', async () => hasEnded || writing.refused.size > 0)
        switching.child.kill('SIGKILL')
        await switching.ended
        assert.deepEqual(await resultOf('switch'), { switched: true })
        assert.ok(
          [...writing.refused].every(each => each.startsWith('503 ')),
          String([...writing.refused]),
        )
        return writing.written
      })
    })
    await fresh.serving(true, server => assertWhole(server, written))
  })

  it('goes on as before when it is taken back, until the new database is written to', async () => {
    const { old, fresh, addresses } = await twoDatabases()
    await old.serving(false, async server => {
      await uploadTemplate(server)
      await copyServed(addresses, small)
      await switchServed(addresses, small)
      assert.equal((await server.call('POST /openehr/v1/ehr', { scopes: 'api.write' })).status, 503)
      await cancelServed(addresses)
      await assert.rejects(detectDistribution(fresh.url), /is a copy/)
      await eventually('it is written to', async () => {
        const answer = await server.call('POST /openehr/v1/ehr', { scopes: 'api.write' })
        return answer.status === 201
      })
      await assert.rejects(copyServed(addresses, small), /give a new empty database/)
    })

    const next = await newCitusDatabase()
    after(() => next.drop())
    const again = { source: old.url, target: next.url }
    await copyServed(again, small)
    await switchServed(again, small)
    await next.serving(true, server => newEhr(server))
    await assert.rejects(cancelServed(again), /was written to after the switch/)
  })

  it('is copied and switched by a role that is no superuser', async () => {
    const address = process.env[CITUS_VARIABLE] ?? ''
    const role = `cairn_test_${randomUUID().replaceAll('-', '')}`
    await runOnce(address, `create role ${role} login password '${role}'`)
    const [old, fresh] = [await newCitusDatabase(role), await newCitusDatabase(role)]
    after(async () => {
      await old.drop()
      await fresh.drop()
      await runOnce(address, `drop role ${role}`)
    })
    await migrate(old.url)
    const addresses = { source: old.url, target: fresh.url }
    const written = await old.serving(false, async server => {
      await uploadTemplate(server)
      return whileWritten(server, async writing => {
        await copyServed(addresses, small)
        await switchServed(addresses, small)
        return writing.written
      })
    })
    await fresh.serving(true, server => assertWhole(server, written))
  })

  it('is refused as its own copy, and a copy as a database to distribute in place', async () => {
    const { old, fresh, addresses } = await twoDatabases()
    await old.serving(false, async server => uploadTemplate(server))
    await assert.rejects(copyServed({ source: old.url, target: old.url }, small), /the same database/)
    await copyServed(addresses, small)
    const { code, stderr } = await runProgram(['distribute', '--yes'], { CAIRN_DATABASE_URL: fresh.url })
      .ended
    assert.equal(code, 1)
    assert.match(stderr, /cairn distribute switch/)
    await forgetChanges(old.url)
    await assert.rejects(copyServed(addresses, small), /give a new empty database/)
  })
})
