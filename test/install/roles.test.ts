/** The role that serves requests owns nothing and cannot change what is sealed; reports have a role that only reads. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { grantRights } from '../../packages/server/src/db/index.ts'
import { runProgram } from '../http/program.ts'
import { SERVICE_ROLE, serviceUrlOf } from '../postgres.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const server = await testServer()
const { databaseUrl } = server
const serviceUrl = serviceUrlOf(databaseUrl)
const skip = serviceUrl === databaseUrl ? 'the roles of this database are not ours to make' : false
await uploadTemplate(server)
const ehrId = await newEhr(server)
assert.equal((await postComposition(server, ehrId, bloodPressure())).status, 201)

async function codeOf(url: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end()
  }
}

const DENIED = '42501'

const FORBIDDEN = [
  'update cairn.audit_trail set at = now()',
  'delete from cairn.audit_trail',
  'truncate cairn.audit_trail',
  'update cairn.audit_trail_default set at = now()',
  'delete from cairn.audit_old_event',
  `update cairn.audit_act set path = ''`,
  `update cairn.audit_actor set person = 'x'`,
  'delete from cairn.audit_seal',
  'update cairn.audit_seal set seal_number = 1',
  'alter table cairn.audit_seal disable trigger user',
  `insert into cairn.migration (number, name, checksum) values (9999, 'x', 'x')`,
  'delete from cairn.migration',
  'drop table cairn.version',
  'alter table cairn.version disable trigger all',
  'create table cairn.mine (x integer)',
  'create table public.mine (x integer)',
]

describe('the role that serves requests', { skip }, () => {
  for (const statement of FORBIDDEN)
    it(`may not: ${statement}`, async () => assert.equal(await codeOf(serviceUrl, statement), DENIED))

  it('is named by the report of the system', async () => {
    const report = (await server.call('GET /admin/v1/system', { scopes: 'api.admin' })).json()
    assert.deepEqual(report.database.role, { name: SERVICE_ROLE.name, owns_tables: false })
  })

  it('owns no table', async () => {
    const text = `do $$ begin if exists (select from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname = '${SERVICE_ROLE.name}') then raise exception 'owns'; end if; end $$`
    assert.equal(await codeOf(serviceUrl, text), undefined)
  })
})

describe('the role for reports', { skip }, async () => {
  const role = 'cairn_reports_of_test'
  const url = Object.assign(new URL(databaseUrl), { username: role, password: 'r' }).href
  if (!skip) {
    await codeOf(databaseUrl, `create role ${role} login password 'r'`)
    server.beforeDrop(() => codeOf(databaseUrl, `drop owned by ${role}; drop role ${role}`))
    await grantRights(databaseUrl, 'report', role)
  }

  it('reads records and definitions', async () => {
    for (const table of ['version', 'root', 'ehr', 'template', 'datamap'])
      assert.equal(await codeOf(url, `select * from cairn.${table}`), undefined, table)
  })

  it('reads no secret, no account and no audit trail', async () => {
    for (const table of [
      'client_secret',
      'person',
      'person_password',
      'signing_key',
      'record_key',
      'audit_trail',
    ])
      assert.equal(await codeOf(url, `select * from cairn.${table}`), DENIED, table)
  })

  it('reads nothing of people', async () => {
    for (const table of ['version', 'root', 'person_entry', 'person_link', 'person_merge', 'party_reference'])
      assert.equal(await codeOf(url, `select * from cairn_party.${table}`), DENIED, table)
  })

  it('writes nothing', async () =>
    assert.notEqual(await codeOf(url, 'delete from cairn.item_tag'), undefined))
})

describe('the role for people', { skip }, async () => {
  const role = 'cairn_people_of_test'
  const url = Object.assign(new URL(databaseUrl), { username: role, password: 'p' }).href
  if (!skip) {
    await codeOf(databaseUrl, `create role ${role} login password 'p'`)
    server.beforeDrop(() => codeOf(databaseUrl, `drop owned by ${role}; drop role ${role}`))
    await grantRights(databaseUrl, 'people', role)
  }

  it('reads parties, their links to EHRs, and the definitions that documents are read with', async () => {
    for (const table of ['version', 'root', 'person_entry', 'person_link', 'person_merge', 'party_reference'])
      assert.equal(await codeOf(url, `select * from cairn_party.${table}`), undefined, table)
    for (const table of ['template', 'path', 'document_preset'])
      assert.equal(await codeOf(url, `select * from cairn.${table}`), undefined, table)
  })

  it('reads no record, no account and no secret', async () => {
    for (const table of [
      'ehr',
      'ehr_subject',
      'version',
      'root',
      'item_tag',
      'audit_trail',
      'person',
      'client',
    ])
      assert.equal(await codeOf(url, `select * from cairn.${table}`), DENIED, table)
  })

  it('writes nothing', async () =>
    assert.notEqual(await codeOf(url, 'delete from cairn_party.person_link'), undefined))

  it('is no role for records as well: each grant takes the other away', async () => {
    await grantRights(databaseUrl, 'report', role)
    assert.equal(await codeOf(url, 'select * from cairn_party.version'), DENIED)
    await grantRights(databaseUrl, 'people', role)
    assert.equal(await codeOf(url, 'select * from cairn.version'), DENIED)
  })
})

describe('the commands of the operator', { skip }, () => {
  it('work as the owner beside a server that is not', async () => {
    const env = {
      CAIRN_DATABASE_URL: serviceUrl,
      CAIRN_DATABASE_OWNER_URL: databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    }
    const verified = await runProgram(['verify'], env).ended
    assert.equal(verified.code, 0, verified.stderr)
    const granted = await runProgram(['database', 'grant', 'report', SERVICE_ROLE.name], {
      ...env,
      CAIRN_DATABASE_OWNER_URL: serviceUrl,
    }).ended
    assert.equal(granted.code, 1)
    assert.match(granted.stderr, /CAIRN_DATABASE_OWNER_URL/)
  })
})
