/** Codes, tokens and grants that have ended are removed by the server; a code stays for another day, so that its second use is known. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sweepGrants } from '../../packages/server/src/auth/grants/store.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const NOW = Date.UTC(2030, 0, 10)
const HOUR = 3_600_000
const GRANT = '6f1f5ba2-52ab-4b39-8d4c-2a1d6d3b0c11'

const run = (text: string, values: readonly unknown[] = []) =>
  server.db.query(sql<{ name: string }, unknown[]>({ name: 'test.sweep', text, prepare: false }), [...values])

it('what has ended goes, what may still be asked for stays', async () => {
  await run(
    `insert into cairn.person (person_id, name, roles, user_handle) values ('ana', 'Ana', '{}', 'handle of ana')`,
  )
  await run(
    `insert into cairn.app_grant (grant_id, client_id, person_id, scopes, audience, signed_in_at, granted_at)
     values ($1, $2, 'ana', '{openid}', 'x', now(), now())`,
    [GRANT, server.client.id],
  )
  const ends: readonly [name: string, hours: number][] = [
    ['ended two days ago', -48],
    ['ended an hour ago', -1],
    ['ends in an hour', 1],
  ]
  for (const [name, hours] of ends) {
    const ended = new Date(NOW + hours * HOUR)
    await run(
      `insert into cairn.authorization_code (mac, grant_id, redirect_uri, code_challenge, expires_at)
       values ($1, $2, 'x', 'x', $3)`,
      [Buffer.from(name), GRANT, ended],
    )
    await run('insert into cairn.refresh_token (mac, grant_id, expires_at) values ($1, $2, $3)', [
      Buffer.from(name),
      GRANT,
      ended,
    ])
  }
  await sweepGrants(server.db, NOW)
  const left = async (table: string) =>
    (await run(`select convert_from(mac, 'UTF8') as name from cairn.${table} order by 1`)).map(
      ({ name }) => name,
    )
  assert.deepEqual(await left('authorization_code'), ['ended an hour ago', 'ends in an hour'])
  assert.deepEqual(await left('refresh_token'), ['ends in an hour'])
  const grants = async () => (await run('select grant_id::text as name from cairn.app_grant')).length
  assert.equal(await grants(), 1, 'a token of it is alive')
  await sweepGrants(server.db, NOW + 48 * HOUR)
  assert.equal(await grants(), 0)
})
