/** docs/guides/backup.md, followed word for word: from the embedded PostgreSQL to one's own, and from PostgreSQL 15 to 18. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPool } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { urlByPort } from '../postgres.ts'
import { idIn, type ProgramServer, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { SECRET_KEY } from '../server.ts'
import { guideIn } from './guide.ts'
import {
  noPostgres,
  type OwnFolder,
  type OwnPostgres,
  ownFolder,
  PATH_WITH_TOOLS,
  text,
  USER,
} from './own-postgres.ts'

const PATIENTS = 5

/** Returns the documents by their uids. */
async function fill(server: ProgramServer): Promise<ReadonlyMap<string, string>> {
  const done = async (answer: Promise<Response>, expected: number) => {
    const got = await answer
    assert.equal(got.status, expected, await got.clone().text())
    return got
  }
  await done(
    server.call('POST /openehr/v1/definition/template/adl1.4', {
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt(),
    }),
    201,
  )
  const documents = new Map<string, string>()
  for (let patient = 0; patient < PATIENTS; patient++) {
    const ehrId = idIn(await done(server.call('POST /openehr/v1/ehr'), 201))
    const body = JSON.stringify(bloodPressure([{ systolic: 100 + patient }]))
    const uid = idIn(await done(server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, { body }), 201))
    const path = `${ehrId}/composition/${uid}`
    documents.set(path, await (await server.call(`GET /openehr/v1/ehr/${path}`)).text())
  }
  return documents
}

/** Fills a new database by a server that is stopped afterwards. */
async function filled(settings: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const server = await programServer(settings)
  const documents = await fill(server)
  server.program.child.kill('SIGTERM')
  await server.program.ended
  return documents
}

/** A server on the new database gives the same bytes, and takes more. */
async function assertSame(url: string, documents: ReadonlyMap<string, string>): Promise<void> {
  const server = await programServer({ CAIRN_DATABASE_URL: url })
  for (const [path, document] of documents)
    assert.equal(await (await server.call(`GET /openehr/v1/ehr/${path}`)).text(), document)
  assert.equal((await server.call('POST /openehr/v1/ehr')).status, 201)
  server.program.child.kill('SIGTERM')
  await server.program.ended
}

const majorOf = async (url: string): Promise<number> => {
  const db = openPool(url, { max: 1, applicationName: 'cairn test' })
  const [row] = await db.query(text("select current_setting('server_version_num')::int / 10000 as major"))
  await db.close()
  return Number(row?.['major'])
}

describe('docs/guides/backup.md', { skip: noPostgres }, () => {
  let own: OwnFolder
  let postgres: OwnPostgres
  let run: ReturnType<typeof guideIn>

  before(async () => {
    own = ownFolder()
    const data = join(own.folder, 'data')
    own.makeCluster(data)
    postgres = await own.start(data)
    const env = { CAIRN_SECRET_KEY: SECRET_KEY, PATH: `${join(own.folder, 'bin')}:${PATH_WITH_TOOLS}` }
    run = guideIn({ page: 'docs/guides/backup.md', folder: own.folder, env, user: USER })
  })
  after(() => own.remove())

  const follow = async (name: string, env: Readonly<Record<string, string>>) => {
    const { code, out } = await run(name, env)
    assert.equal(code, 0, out)
    assert.match(out, name === 'dump' ? /^$/ : /all as they were committed/)
  }

  it('moves everything from the embedded database to one of your own', async t => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-data-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const documents = await filled({ CAIRN_DATA_DIR: dataDir })
    const url = await postgres.create('moved')
    // The folder of the embedded database belongs to the one who runs the test.
    const asOwner = guideIn({
      page: 'docs/guides/backup.md',
      folder: dataDir,
      env: { CAIRN_SECRET_KEY: SECRET_KEY },
    })
    const { code, out } = await asOwner('copy-database', {
      CAIRN_DATA_DIR: dataDir,
      CAIRN_NEW_DATABASE_URL: url,
    })
    assert.equal(code, 0, out)
    assert.match(out, /all as they were committed/)
    await assertSame(url, documents)
  })

  it('moves everything to a newer PostgreSQL, by a copy and by a dump', async t => {
    const oldUrl = await postgres.create('old')
    const documents = await filled({ CAIRN_DATABASE_URL: oldUrl })
    const newUrl = async () => urlByPort((await testDatabase({ empty: true })).url).href
    const [copied, restored] = [await newUrl(), await newUrl()]
    t.diagnostic(`from PostgreSQL ${await majorOf(oldUrl)} to ${await majorOf(copied)}`)
    await follow('copy-database', { CAIRN_DATABASE_URL: oldUrl, CAIRN_NEW_DATABASE_URL: copied })
    await assertSame(copied, documents)
    await follow('dump', { CAIRN_DATABASE_URL: oldUrl })
    await follow('restore-dump', { CAIRN_DATABASE_URL: oldUrl, NEW_DATABASE_URL: restored })
    await assertSame(restored, documents)
  })
})
