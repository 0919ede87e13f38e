/** `cairn grant`: assignments on the database itself, in force in servers that run. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { runProgram } from '../http/program.ts'
import { newEhr } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'

const server = await testServer()

const grant = (...args: string[]) =>
  runProgram(['grant', ...args], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_BASE_URL: server.url.replace('127.0.0.1', 'localhost'),
    CAIRN_LOG_LEVEL: 'silent',
  }).ended

it('add, list, end, taken and review', async () => {
  await addPersonWith(server, 'ana', { assigned_roles: ['clinician'] })
  const ehrId = await newEhr(server)
  const token = await (await openTokens(server))({ scope: 'api.read', person: 'ana' })
  const sees = async () =>
    (await server.call(`GET /openehr/v1/ehr/${ehrId}`, { headers: { Authorization: `Bearer ${token}` } }))
      .status
  assert.equal(await sees(), 404)
  const made = await grant('add', 'ana', '--ehr', ehrId, '--reason', 'on the ward', '--json')
  assert.equal(made.code, 0, made.stderr)
  const [{ assignment_id: id, reason }] = JSON.parse(made.stdout)
  assert.equal(reason, 'on the ward')
  assert.equal(await sees(), 200)
  assert.match((await grant('list', 'ana')).stdout, new RegExp(`${id} +ana +ehr +ehr ${ehrId}`))
  assert.equal((await grant('end', id)).code, 0)
  assert.equal(await sees(), 404)

  const taken = sql<{ id: string }, [ehrId: string]>({
    name: 'test.taken',
    text: `insert into cairn.assignment (assignment_id, person_id, kind, ehr_id, starts_at, ends_at, reason, assigned_by, assigned_at)
      values (gen_random_uuid(), 'ana', 'break_glass', $1, now(), now(), 'unconscious', 'ana', now()) returning assignment_id as id`,
  })
  const [access] = await server.db.query(taken, [ehrId])
  assert.match((await grant('taken')).stdout, /unconscious/)
  const reviewed = await grant('review', access?.id ?? '', '--reason', 'was needed', '--json')
  assert.equal(JSON.parse(reviewed.stdout)[0].review, 'was needed')
})

it('what cannot be is refused with a sentence', async () => {
  const rows: [args: string[], message: RegExp][] = [
    [['add', 'ana'], /cannot be as described/],
    [['end', 'x'], /is not the id of an assignment/],
  ]
  for (const [args, message] of rows) {
    const { code, stderr } = await grant(...args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, message)
  }
})
