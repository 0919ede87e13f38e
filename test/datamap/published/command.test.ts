/** `cairn datamap publish`, `published` and `unpublish` as an operator types them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from '../../../packages/server/src/db/index.ts'
import { settled } from '../../audit/trail.ts'
import { leftOutOnCitus } from '../../citus/left-out.ts'
import { runProgram } from '../../http/program.ts'
import { newEhr } from '../../records.ts'
import { type RunningServer, SECRET_KEY, testServer } from '../../server.ts'
import { furnishWard, postRecord } from '../ward.ts'
import { CELLS, shown } from '../ward-records.ts'
import { connect, errorOf, newRoleName, openReader } from './reader.ts'

const server = await testServer()

const cairn = ({ databaseUrl }: Pick<RunningServer, 'databaseUrl'>, ...args: readonly string[]) =>
  runProgram(['datamap', ...args], {
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }).ended

const run = (text: string) => server.db.execute(sql({ name: 'test.run', prepare: false, text }))

const databaseOf = ({ databaseUrl }: Pick<RunningServer, 'databaseUrl'>) =>
  new URL(databaseUrl).pathname.slice(1)

const dropRole = (role: string) =>
  run(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)

describe('the commands of published datamaps', { skip: leftOutOnCitus('a database of one server') }, () => {
  const role = newRoleName('typed')

  before(async () => {
    await furnishWard(server)
    shown(await postRecord(server, await newEhr(server), CELLS))
    server.beforeDrop(() => dropRole(role))
  })

  it('publish all datamaps for a role that is made, and print its password once', async () => {
    const done = await cairn(server, 'publish', '--reader', role)
    assert.equal(done.code, 0, done.stderr)
    assert.match(done.stdout, /ward: cairn_datamap\.ward, cairn_datamap\.ward_drugs with 1 records/)
    assert.match(done.stdout, /drugs with remarks: cairn_datamap\.drugs_with_remarks,/)
    const [, password = ''] = /Its password, which is not shown again: (\S+)\n/.exec(done.stdout) ?? []
    const url = Object.assign(new URL(server.databaseUrl), { username: role, password }).href
    const reader = await connect(server, url)
    // Without a schema: the search path of the role leads to it.
    assert.deepEqual(await reader.query('select count(*)::int as n from ward'), [{ n: 1 }])
    const [limits] = await reader.query(
      `select current_setting('statement_timeout') as time, current_setting('default_transaction_read_only') as read,
         (select rolconnlimit from pg_roles where rolname = current_user) as connections`,
    )
    assert.deepEqual(limits, { time: '1min', read: 'on', connections: 10 })
    const listed = await cairn(server, 'published')
    assert.match(listed.stdout, new RegExp(`ward +cairn_datamap\\.ward .* 1 +yes +${role} +up to date`))
  })

  it('leave an event in the audit trail', async () => {
    await settled(server)
    const trail = await server.call('GET /admin/v1/audit', { scopes: 'api.admin' })
    const paths = trail.json().events.map((event: { path: string }) => event.path)
    assert.ok(paths.includes(`cairn datamap publish ward --reader ${role}`), JSON.stringify(paths))
  })

  it('take a datamap back from one reader, and with the last one as a whole', async () => {
    const other = await openReader(server, 'ward')
    const first = await cairn(server, 'unpublish', 'ward', '--reader', other.role)
    assert.equal(first.stdout, `ward is still read by ${role}.\n`)
    assert.equal(await errorOf(other, 'select 1 from cairn_datamap.ward'), '42501')
    const last = await cairn(server, 'unpublish', 'ward')
    assert.equal(last.stdout, 'ward is not published any more.\n')
    assert.equal(await errorOf(other, 'select 1 from cairn_datamap.ward'), '42P01')
  })

  it('say what is wrong in one sentence', async () => {
    const [unknown, powerful, nobody, unpublished] = await Promise.all([
      cairn(server, 'publish', 'wart', '--reader', role),
      cairn(server, 'publish', 'ward', '--reader', 'cairn_service'),
      cairn(server, 'publish', 'ward'),
      cairn(server, 'unpublish', 'ward'),
    ])
    assert.match(unknown.stderr, /There is no datamap "wart"\. Did you mean "ward"\?/)
    assert.match(powerful.stderr, /can read the tables of the schema cairn/)
    assert.match(nobody.stderr, /--reader is missing/)
    assert.match(unpublished.stderr, /"ward" is not published/)
  })

  it('let a reader connect to a database that is closed to others', async () => {
    await run(`revoke all on database ${databaseOf(server)} from public`)
    const reader = await openReader(server, 'ward')
    assert.equal(await errorOf(reader, 'select 1 from cairn_datamap.ward'), undefined)
  })

  it('print the statements for an administrator where the owner may not make roles', async () => {
    const owner = newRoleName('owner')
    const password = 'owner'
    await run(`create role ${owner} login password '${password}'`)
    await run(`grant connect, create on database ${databaseOf(server)} to ${owner}`)
    for (const kind of ['tables', 'sequences', 'routines'])
      await run(`grant all on all ${kind} in schema cairn to ${owner}`)
    await run(`alter schema cairn owner to ${owner}`)
    server.beforeDrop(() => dropRole(owner))
    const databaseUrl = Object.assign(new URL(server.databaseUrl), { username: owner, password }).href
    const refused = await cairn({ databaseUrl }, 'publish', 'ward', '--reader', newRoleName('bi'))
    assert.match(
      refused.stderr,
      /may not create roles\. Run this .*: create role "bi_\w+" login connection limit 10/,
    )
  })
})
