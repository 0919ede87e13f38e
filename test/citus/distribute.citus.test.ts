/** Records of one server that becomes a distributed database: they are the same before and after, wherever it was stopped. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import {
  detectDistribution,
  distribute,
  remainingSteps,
  type ShardReport,
} from '../../packages/server/src/db/distribution/index.ts'
import { migrate, openPool } from '../../packages/server/src/db/index.ts'
import { runProgram } from '../http/program.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import type { RunningServer } from '../server.ts'
import { withoutCitus } from './cluster.ts'
import { newCitusDatabase } from './new-database.ts'

const own = withoutCitus === false ? await newCitusDatabase() : undefined
const url = own?.url ?? ''

after(() => own?.drop())

const text = async (server: RunningServer, request: string): Promise<string> => {
  const answer = await server.call(`GET ${request}`, { scopes: 'api.read' })
  assert.equal(answer.status, 200, answer.text)
  return answer.text
}

/** The result of a command, as a program reads it. */
async function resultOf(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runProgram([...args, '--json'], { CAIRN_DATABASE_URL: url }).ended
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

/** `cairn distribute status --json` has the tables of records on the node, and their sizes add up. */
async function requireShards(node: string): Promise<void> {
  const { distributed, nodes, tables, uneven } = (await resultOf('distribute', 'status')) as {
    readonly distributed: boolean
  } & ShardReport
  assert.deepEqual([distributed, uneven], [true, []])
  assert.deepEqual(
    nodes.map(each => each.node),
    [node],
  )
  assert.equal(tables.find(each => each.name === 'version')?.shards, 4)
  assert.equal(
    tables.reduce((sum, { bytes }) => sum + bytes, 0),
    nodes[0]?.bytes,
  )
}

it('a database with records is distributed, goes on where it was stopped, and has them all', {
  skip: withoutCitus,
}, async () => {
  if (!own) return
  await migrate(url)
  assert.equal(await detectDistribution(url), false)

  const places: string[] = []
  const before = await own.serving(false, async server => {
    await uploadTemplate(server)
    for (let count = 0; count < 5; count++) {
      const ehr = await newEhr(server)
      const uid = idOf(await postComposition(server, ehr, bloodPressure([{ systolic: 100 + count }])))
      places.push(`/openehr/v1/ehr/${ehr}`, `/openehr/v1/ehr/${ehr}/composition/${uid}`)
    }
    return Promise.all(places.map(place => text(server, place)))
  })

  const database = openPool(url, { max: 2, applicationName: 'cairn test' })
  try {
    const steps = await remainingSteps(database)
    const stopAt = Math.floor(steps.length / 2)
    let said = 0
    const stopping = distribute(database, {
      shards: 4,
      say: () => {
        said += 1
        if (said > stopAt) throw new Error('stopped')
      },
    })
    await assert.rejects(stopping, /stopped/)
    await assert.rejects(detectDistribution(url), /in part only/)
    assert.deepEqual(await remainingSteps(database), steps.slice(stopAt))
    assert.deepEqual(await resultOf('distribute'), {
      distributed: false,
      done: [],
      left: steps.slice(stopAt),
    })
    const ended = await resultOf('distribute', '--yes', '--shards', '4')
    assert.deepEqual(ended, { distributed: true, done: steps.slice(stopAt), left: [] })
    assert.deepEqual(await resultOf('distribute'), { distributed: true, done: [], left: [] })
    assert.deepEqual(await remainingSteps(database), [])
    await requireShards(own.node)
  } finally {
    await database.close()
  }
  assert.equal(await detectDistribution(url), true)

  await own.serving(true, async server => {
    assert.deepEqual(await Promise.all(places.map(place => text(server, place))), before)
    const ehr = await newEhr(server)
    assert.equal((await postComposition(server, ehr)).status, 201)
    const q = encodeURIComponent('SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c')
    const counted = await text(server, `/openehr/v1/query/aql?q=${q}`)
    assert.equal(JSON.parse(counted).rows[0][0], 6)
  })
})
