/** Threads of queries in the program as `npm start` runs it: compiled, and told to stop while they are at work. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../database.ts'
import { notBuilt, runProgram } from '../http/program.ts'
import { freePort } from '../server.ts'
import { becomesIdle } from './activity.ts'

const { url, database } = await testDatabase()
const port = String(await freePort())

it('answers, and stops with a query under way', { skip: notBuilt, timeout: 120_000 }, async () => {
  const program = runProgram(
    ['serve'],
    {
      CAIRN_PORT: port,
      CAIRN_DATABASE_URL: url,
      CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
      CAIRN_AUTH: 'off',
      CAIRN_SHUTDOWN_GRACE_MS: '500',
      CAIRN_QUERY_TIMEOUT_MS: '600000',
    },
    { built: true },
  )
  await program.says('ready')
  const base = `http://127.0.0.1:${port}`
  for (let count = 0; count < 30; count++)
    assert.equal((await fetch(`${base}/openehr/v1/ehr`, { method: 'POST' })).status, 201)
  const ask = (q: string) => fetch(`${base}/query/aql?q=${encodeURIComponent(q)}`)
  const WHERE = "WHERE TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'"

  const answer = await ask(`SELECT COUNT(*) FROM EHR e ${WHERE}`)
  assert.deepEqual([answer.status, ((await answer.json()) as { rows: unknown }).rows], [200, [[30]]])

  const heavy = ask(`SELECT COUNT(*) FROM ${[...'abcdfg'].map(name => `EHR ${name}`).join(' AND ')} ${WHERE}`)
  heavy.catch(() => {})
  await sleep(500)
  program.child.kill('SIGTERM')
  const { code } = await program.ended
  assert.equal(code, 0, program.output().stderr)
  assert.ok(await becomesIdle(database))
})
