/** A write of people and rights that has several parts is done completely or not at all, wherever it breaks off. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'
import { newBrowser } from './browser.ts'
import { adminCall, invitePerson, newPerson, PASSWORD, signIn } from './people.ts'

const server = await testServer()
const NEW_PASSWORD = 'copper lantern drift meadow'

const run = (text: string) => server.db.execute(sql({ name: 'test.breaking', text, prepare: false }))

await run(`create function cairn.break_off() returns trigger language plpgsql as
  $$ begin raise exception 'the process ends here'; end $$`)

/** Lets every write to a table fail, as if the process or the connection had ended before it. */
const breakOffAt = (table: string) =>
  run(`create trigger break_off before insert or update on cairn.${table} execute function cairn.break_off()`)

async function goOn(): Promise<void> {
  for (const table of ['invitation', 'person_session'])
    await run(`drop trigger if exists break_off on cairn.${table}`)
}

afterEach(goOn)

const isSignedIn = async (browser: ReturnType<typeof newBrowser>): Promise<boolean> =>
  JSON.parse((await browser.send('/auth/v1/session', {})).text).signed_in

describe('where a write breaks off', () => {
  it('there is no account without its invitation', async () => {
    const body = { person_id: 'nobody', name: 'No Body', roles: ['clinician'] }
    await breakOffAt('invitation')
    assert.equal((await adminCall(server, 'POST /admin/v1/person', body)).status, 500)
    assert.equal((await adminCall(server, 'GET /admin/v1/person/nobody')).status, 404)
    await goOn()
    assert.equal((await adminCall(server, 'POST /admin/v1/person', body)).status, 201)
  })

  it('an account is not disabled while its sessions go on', async () => {
    const browser = await newPerson(server, 'stays')
    await breakOffAt('person_session')
    const change = { disabled: true }
    assert.equal((await adminCall(server, 'PUT /admin/v1/person/stays', change)).status, 500)
    assert.equal((await adminCall(server, 'GET /admin/v1/person/stays')).json().disabled, false)
    await goOn()
    assert.equal((await adminCall(server, 'PUT /admin/v1/person/stays', change)).status, 200)
    assert.equal((await adminCall(server, 'PUT /admin/v1/person/stays', { disabled: false })).status, 200)
    assert.equal(await isSignedIn(browser), false)
  })

  it('a password is not changed while other sessions go on', async () => {
    const browser = await newPerson(server, 'keeps')
    await browser.open('/auth/account')
    await breakOffAt('person_session')
    const fields = { current: PASSWORD, password: NEW_PASSWORD }
    assert.equal((await browser.submit('/auth/account/password', fields)).status, 500)
    await goOn()
    const other = newBrowser(server)
    assert.equal((await signIn(other, 'keeps', NEW_PASSWORD)).status, 401)
    await signIn(other, 'keeps')
    assert.equal(await isSignedIn(other), true)
  })

  it('an invitation that was not accepted completely can be accepted again', async () => {
    const link = new URL(await invitePerson(server, 'again'))
    const browser = newBrowser(server)
    await browser.open(`${link.pathname}${link.search}`)
    await breakOffAt('person_session')
    assert.equal((await browser.submit('/auth/invitation', { password: PASSWORD })).status, 500)
    await goOn()
    await browser.open(`${link.pathname}${link.search}`)
    const page = await browser.submit('/auth/invitation', { password: PASSWORD })
    assert.match(page.url, /\/auth\/welcome$/)
  })
})
