/** `cairn person`: people on the database itself, for an operator who cannot sign in. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runProgram } from '../http/program.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { newBrowser } from './browser.ts'
import { PASSWORD } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')

const person = (...args: string[]) =>
  runProgram(['person', ...args], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_BASE_URL: origin,
    CAIRN_LOG_LEVEL: 'silent',
  }).ended

describe('cairn person', () => {
  it('first: prints a link that makes the first administrator, and only one', async () => {
    const { stdout, code } = await person('first')
    assert.equal(code, 0)
    const link = new URL(/works once: (\S+)/.exec(stdout)?.[1] ?? '')
    const browser = newBrowser(server)
    await browser.open(`${link.pathname}${link.search}`)
    await browser.submit('/auth/invitation', { person_id: 'root', name: 'Rosa Root', password: PASSWORD })
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
})
