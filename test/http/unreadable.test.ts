/** Input that is not HTTP is answered, and fills no audit trail. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { settled } from '../audit/trail.ts'
import { testServer } from '../server.ts'
import { sendRaw } from './raw.ts'

const server = await testServer()

it('a hundred pieces of nonsense are refused, and at most sixty are in the trail', async () => {
  for (let sent = 0; sent < 100; sent++)
    assert.equal((await sendRaw(server.url, 'nonsense\r\n\r\n')).status, 400)
  await settled(server)
  const text = `select count(*)::integer as count from cairn.audit_event where method = ''`
  const [row] = await server.db.query(sql<{ count: number }>({ name: 'test.unreadable', text }))
  assert.equal(row?.count, 60)
})
