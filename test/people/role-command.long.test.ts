/** `cairn role`: roles on the database itself, in force in servers that run. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runProgram } from '../http/program.ts'
import { openTokens } from '../rights/tokens.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { adminCall, newPerson } from './people.ts'

const server = await testServer()

const role = (...args: string[]) =>
  runProgram(['role', ...args], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_BASE_URL: server.url.replace('127.0.0.1', 'localhost'),
    CAIRN_LOG_LEVEL: 'silent',
  }).ended

describe('cairn role', () => {
  it('list, show, create, update, delete', async () => {
    const right = ['--right', 'user/composition-Lab.**.rs', '--right', 'user/aql-*.rs']
    const made = await role(
      'create',
      'lab',
      ...right,
      '--description',
      'Laboratory',
      '--assignable',
      '--json',
    )
    assert.equal(made.code, 0, made.stderr)
    const wanted = {
      name: 'lab',
      description: 'Laboratory',
      scopes: [],
      rights: ['user/composition-Lab.**.rs', 'user/aql-*.rs'],
      deidentified: false,
      assignable: true,
      built_in: false,
      people: 0,
    }
    assert.deepEqual(JSON.parse(made.stdout), [wanted])
    assert.deepEqual((await adminCall(server, 'GET /admin/v1/role/lab')).json(), wanted)
    await newPerson(server, 'lars', ['lab'])
    const token = await (await openTokens(server))({ scope: 'api.read', person: 'lars' })
    const query = `GET /openehr/v1/query/aql?${new URLSearchParams({ q: 'SELECT c FROM COMPOSITION c' })}`
    const headers = { Authorization: `Bearer ${token}` }
    assert.equal((await server.call(query, { headers })).status, 200)
    assert.equal((await role('update', 'lab', '--right', 'user/composition-Lab.**.rs')).code, 0)
    assert.equal((await server.call(query, { headers })).status, 403, 'in force in the server that runs')
    assert.match((await role('list')).stdout, /lab +own, assignable +1 +Laboratory/)
    assert.match(
      (await role('show', 'nurse')).stdout,
      /kind +built-in, assignable[\s\S]*user\/composition-\*\.cu/,
    )
    const copy = await role('create', 'nurse-2', '--copy', 'nurse', '--not-assignable', '--json')
    assert.deepEqual(JSON.parse(copy.stdout)[0].scopes, ['api.read'])
    assert.match((await role('delete', 'lab')).stderr, /One person has the role "lab"/)
    assert.equal((await role('delete', 'lab', '--take-from-people')).code, 0)
    assert.deepEqual((await adminCall(server, 'GET /admin/v1/person/lars')).json().roles, [])
    const wrong = await role('create', 'bad', '--right', 'everything')
    assert.deepEqual([wrong.code, /\/rights\/0/.test(wrong.stderr)], [1, true], wrong.stderr)
    assert.match((await role('delete', 'nurse')).stderr, /built in/)
  })
})
