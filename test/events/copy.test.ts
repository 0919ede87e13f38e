/** The program of the guide that keeps a copy: after kills, its table has the records that the server has. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testFolder } from '../cli/program.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { blocksOf, ROOT, readPage } from '../site/pages.ts'

const server = await testServer()
await uploadTemplate(server)
const copy = await testDatabase({ empty: true })

const folder = testFolder()
const program = blocksOf(readPage('docs/guides/copy.md')).find(({ file }) => file === 'copy.mjs')
writeFileSync(join(folder, 'copy.mjs'), program?.text ?? '')
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
})

function start(...args: string[]): ChildProcess {
  const node = ['--import', import.meta.resolve('tsx'), '--conditions=cairn-source', 'copy.mjs', ...args]
  const child = spawn(process.execPath, node, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CAIRN_SERVER_URL: server.url,
      CAIRN_CLIENT_ID: server.client.id,
      CAIRN_CLIENT_SECRET: server.client.secret,
      COPY_DATABASE_URL: copy.url,
    },
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

const copied = sql<{ object_id: string; ehr_id: string; version: number; systolic: number }>({
  name: 'test.copied',
  prepare: false,
  text: `select object_id, ehr_id, version,
           (content #>> '{content,0,data,events,0,data,items,0,value,magnitude}')::float8 as systolic
         from composition order by object_id`,
})

const isMade = sql<{ is_made: boolean }>({
  name: 'test.isMade',
  text: `select to_regclass('place') is not null as is_made`,
})

const isBegun = async () => (await copy.database.query(isMade))[0]?.is_made === true

const admin = async (request: string, body?: unknown) => {
  const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await server.call(request, { scopes: 'api.admin', ...(body === undefined ? {} : json) })
  assert.ok(answer.status < 300, answer.text)
}

/** Compositions as they should be in the copy, by their object. */
const expected = new Map<string, { ehr: string; uid: string; systolic: number }>()
const objectOf = (uid: string): string => uid.split('::')[0] ?? ''

async function post(ehr: string, systolic: number): Promise<string> {
  const uid = idOf(await postComposition(server, ehr, bloodPressure([{ systolic }])))
  expected.set(objectOf(uid), { ehr, uid, systolic })
  return objectOf(uid)
}

async function put(object: string, systolic: number): Promise<void> {
  const { ehr = '', uid = '' } = expected.get(object) ?? {}
  const next = idOf(await putComposition(server, ehr, uid, bloodPressure([{ systolic }])))
  expected.set(object, { ehr, uid: next, systolic })
}

async function remove(object: string, isPhysical: boolean): Promise<void> {
  const { ehr, uid } = expected.get(object) ?? {}
  if (isPhysical) await admin(`DELETE /openehr/v1/admin/ehr/${ehr}/composition/${object}`)
  else {
    const answer = await server.call(`DELETE /openehr/v1/ehr/${ehr}/composition/${uid}`, {
      scopes: 'api.write',
    })
    assert.equal(answer.status, 204, answer.text)
  }
  expected.delete(object)
}

describe('a copy by the feed', () => {
  it('has the records of the server after kills, deletions, erasures and a merge', async () => {
    const [one, two, three] = [await newEhr(server), await newEhr(server), await newEhr(server)]
    const objects: string[] = []
    for (let round = 0; round < 4; round++) {
      const child = start()
      await eventually('the tables', isBegun)
      for (const ehr of [one, two, three]) objects.push(await post(ehr, 100 + round))
      await put(objects[3 * round] ?? '', 150 + round)
      if (round === 1) await remove(objects[2] ?? '', false)
      if (round === 2) await remove(objects[4] ?? '', true)
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await admin(`DELETE /openehr/v1/admin/ehr/${three}`)
    await admin(`POST /openehr/v1/admin/ehr/${one}/merge`, { from: two })
    const last = start('--until-now')
    const [code] = await once(last, 'close')
    assert.equal(code, 0)
    const rows = [...expected]
      .filter(([, { ehr }]) => ehr !== three)
      .map(([object_id, { uid, systolic }]) => ({
        object_id,
        ehr_id: one,
        version: Number(uid.split('::')[2]),
        systolic,
      }))
      .sort((a, b) => (a.object_id < b.object_id ? -1 : 1))
    assert.deepEqual(
      (await copy.database.query(copied)).map(row => ({ ...row })),
      rows,
    )
  })
})
