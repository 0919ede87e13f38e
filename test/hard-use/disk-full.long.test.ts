/** The disk of the database is full: writes are refused, nothing is damaged, and with room again all goes on. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded, openPool, sql } from '../../packages/server/src/db/index.ts'
import { runProgram } from '../http/program.ts'
import { idIn, programServer, SECRET_KEY } from '../program-server.ts'
import { record } from './report.ts'

/** Steps to undo at the end, the last first. */
const undo: (() => unknown)[] = []
after(async () => {
  for (const step of undo.reverse()) await step()
})

/** A small disk in memory, where this user may mount one. */
function smallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cairn-disk-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  undo.push(() => execFileSync('umount', [folder]))
  return folder
}

const disk = smallDisk()
const skip = disk === undefined && 'only root on Linux can mount a small disk'

const MEGABYTE = 1024 * 1024
/** Room that is left on the disk for the data of the test. */
const ROOM = 12 * MEGABYTE

/** Takes all but `ROOM` of the disk; the answer gives it back. */
function fill(folder: string): () => void {
  const { bavail, bsize } = statfsSync(folder)
  const file = join(folder, 'ballast')
  writeFileSync(file, Buffer.alloc(bavail * bsize - ROOM))
  return () => rmSync(file)
}

/** The write-ahead log gets its files now: were it the first to find no room, the database would stop as a whole. */
async function growLog(url: string): Promise<void> {
  const db = openPool(url, { max: 1, applicationName: 'test' })
  const run = (text: string) => db.execute(sql({ name: 'test.log', text, prepare: false }))
  for (let count = 0; count < 8; count++) {
    await run("select pg_logical_emit_message(false, 'test', 'x')")
    await run('select pg_switch_wal()')
  }
  await run('checkpoint')
  await db.close()
}

/** An EHR_STATUS of 300 KB that cannot be compressed. */
const largeStatus = () =>
  JSON.stringify({
    _type: 'EHR_STATUS',
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    name: { _type: 'DV_TEXT', value: 'EHR status' },
    subject: { _type: 'PARTY_SELF' },
    is_queryable: true,
    is_modifiable: true,
    other_details: {
      _type: 'ITEM_TREE',
      archetype_node_id: 'at0001',
      name: { _type: 'DV_TEXT', value: 'tree' },
      items: [
        {
          _type: 'ELEMENT',
          archetype_node_id: 'at0002',
          name: { _type: 'DV_TEXT', value: 'much' },
          value: { _type: 'DV_TEXT', value: randomBytes(225_000).toString('base64') },
        },
      ],
    },
  })

test('writes are refused, and with room again they go on', { skip, timeout: 120_000 }, async () => {
  const folder = disk ?? ''
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const settings = { max_wal_size: '128MB', min_wal_size: '128MB', shared_buffers: '32MB' }
  const postgres = await openEmbedded({ dataDir, settings })
  undo.push(() => postgres.stop())
  const server = await programServer({ CAIRN_DATABASE_URL: postgres.url })
  undo.push(async () => {
    server.program.child.kill('SIGTERM')
    await server.program.ended
  })
  await growLog(postgres.url)
  const makeRoom = fill(folder)

  const write = () => server.call('POST /openehr/v1/ehr', { body: largeStatus() })
  const stored: string[] = []
  const refused: number[] = []
  while (refused.length < 10 && stored.length < 200) {
    const answer = await write()
    if (answer.status === 201) stored.push(idIn(answer))
    else refused.push(answer.status)
  }
  assert.equal(refused.length, 10, `the disk was not full after ${stored.length} writes`)
  for (const status of refused) assert.ok([503, 507].includes(status), String(status))
  const reads = await Promise.all(
    stored.slice(0, 10).map(async id => (await server.call(`GET /openehr/v1/ehr/${id}`)).status),
  )
  // If the trail cannot be written either, nothing is served.
  for (const status of reads) assert.ok([200, 503].includes(status), String(status))

  makeRoom()
  const began = performance.now()
  while ((await write()).status !== 201) await sleep(100)
  const seconds = (performance.now() - began) / 1000
  for (const id of stored)
    assert.equal((await server.call(`GET /openehr/v1/ehr/${id}/ehr_status`)).status, 200, id)
  const program = { CAIRN_DATABASE_URL: postgres.url, CAIRN_SECRET_KEY: SECRET_KEY }
  const verified = await runProgram(['verify'], program).ended
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  record({
    check: '20',
    subject: 'Disk full',
    method: 'PostgreSQL on a small disk in memory, written full with documents of 300 KB',
    figure: `writes: ${[...new Set(refused)].sort().join(' or ')}; ${reads.filter(status => status === 200).length} of ${reads.length} reads served meanwhile; with room again, written after ${seconds.toFixed(1)} s; ${stored.length} acknowledged writes all there, \`cairn verify\` finds no fault`,
  })
})
