/** `cairn account`: people on the database itself, for an operator who cannot sign in. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runProgram } from '../http/program.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { callWith, signInToApp } from './app.ts'
import { newBrowser } from './browser.ts'
import { newApp, newPerson, PASSWORD, setUpSecondFactor } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')

const run = (...args: string[]) =>
  runProgram(args, {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_BASE_URL: origin,
    CAIRN_LOG_LEVEL: 'silent',
  }).ended

const person = (...args: string[]) => run('account', ...args)

describe('cairn account', () => {
  it('has a former name, which warns and prints the same', async () => {
    const [former, present] = [await run('person', 'list', '--json'), await person('list', '--json')]
    assert.deepEqual([former.code, former.stdout], [0, present.stdout])
    assert.match(former.stderr, /^"cairn person" is "cairn account" now; the former name works until /)
    assert.equal(present.stderr, '')
  })

  it('first: prints a link that makes the first administrator, and only one', async () => {
    const { stdout, code } = await person('first')
    assert.equal(code, 0)
    const link = new URL(/works once: (\S+)/.exec(stdout)?.[1] ?? '')
    const browser = newBrowser(server)
    await browser.open(`${link.pathname}${link.search}`)
    await browser.submit('/auth/invitation', { person_id: 'root', name: 'Rosa Root', password: PASSWORD })
    await setUpSecondFactor(browser, 'root')
    assert.match(browser.page().url, /\/auth\/welcome$/)
    const again = await person('first')
    assert.deepEqual([again.code, /There are people already/.test(again.stderr)], [1, true])
  })

  it('create, update, invite, disable, list', async () => {
    const made = await person('create', '--id', 'ana', '--name', 'Ana Meyer', '--roles', 'nurse', '--json')
    assert.match(JSON.parse(made.stdout).link, /\/auth\/invitation\?token=[\w-]{43}$/)
    const changed = await person('update', 'ana', '--roles', 'clinician', '--json')
    assert.deepEqual(JSON.parse(changed.stdout)[0].roles, ['clinician'])
    const fhirUser = 'https://fhir.example.org/Practitioner/1'
    const known = await person('update', 'ana', '--fhir-user', fhirUser, '--json')
    assert.equal(JSON.parse(known.stdout)[0].fhir_user, fhirUser)
    assert.match((await person('invite', 'ana')).stdout, /link, shown this once/)
    assert.match((await person('disable', 'ana')).stdout, /ana +disabled/)
    assert.match((await person('list')).stdout, /root +enabled +administrator +Rosa Root/)
    const wrong = await person('create', '--id', 'Ana!', '--name', 'x', '--roles', 'king')
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /cannot be as described/)
  })

  it('apps and end-app: the access of apps, which ends in a running server at once', async () => {
    const browser = await newPerson(server, 'carl')
    const app = await newApp(server)
    const { access_token } = await signInToApp(server, browser, app, 'offline_access api.read')
    assert.match((await person('apps', 'carl')).stdout, new RegExp(`${app.clientId} +active`))
    const [shown] = JSON.parse((await person('apps', 'carl', '--json')).stdout)
    assert.deepEqual(
      [shown.client_id, shown.scopes, shown.active],
      [app.clientId, ['api.read', 'offline_access'], true],
    )
    const wrong = await person('end-app', 'carl', 'nothing')
    assert.deepEqual([wrong.code, /There is no client/.test(wrong.stderr)], [1, true])
    assert.equal((await callWith(server, access_token)).status, 200)
    const ended = await person('end-app', 'carl', app.clientId, '--json')
    assert.deepEqual([ended.code, JSON.parse(ended.stdout)], [0, []])
    assert.equal((await callWith(server, access_token)).status, 401)
  })

  it('disable: the access of apps ends too, in a running server at once', async () => {
    const browser = await newPerson(server, 'dirk')
    const { access_token } = await signInToApp(server, browser, await newApp(server), 'api.read')
    await person('disable', 'dirk')
    await person('enable', 'dirk')
    assert.equal((await callWith(server, access_token)).status, 401)
  })
})
