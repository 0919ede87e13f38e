/** Usual work leaves no fault; an earlier state that is put back is found, with and without its seals. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { behindItsBack } from '../audit/trail.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { newBrowser } from '../people/browser.ts'
import { newPerson, PASSWORD, setUpSecondFactor } from '../people/people.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { dropTables, faultsWhile, keepTables, makeSealedObjects, restoring, sealFaults } from './sealing.ts'

const server = await testServer()
const { db } = server
const { ids, records, done, admin, ehrId, replaceTemplate } = await makeSealedObjects(server)
const { call, callAt } = records

const heads = sql<{ state: number; named: number }>({
  name: 'test.stateHeads',
  text: `select (select max(number) from cairn.state_seal) as state, (select max(state_number) from cairn.audit_seal) as named`,
})

/** The audit trail is sealed about every second, when something is done. */
const untilNamed = () =>
  eventually('the audit trail names the end of the chain', async () => {
    await call('GET /ehr')
    const [row] = await db.query(heads)
    return row !== undefined && row.named === row.state
  })

const totpCount = sql<{ count: number }>({
  name: 'test.totpCount',
  text: 'select count(*)::integer as count from cairn.totp',
})

const setBack = (kind: string, id: string) => `${kind} ${id} was set back to an earlier state in the database`

interface Usual {
  readonly tables: readonly string[]
  readonly work: () => Promise<unknown>
  readonly fault: string
}

/** A usual change for each kind, and the tables that an attacker puts back. */
const USUAL: Readonly<Record<string, Usual>> = {
  'a template that was replaced': {
    tables: ['template'],
    work: replaceTemplate,
    fault: setBack('template', ids.template),
  },
  'a stored query that was deleted': {
    tables: ['stored_query'],
    work: () => done(call('DELETE /definition/query/org.example::all/1.0.0')),
    fault: `stored_query ${ids.stored_query} was removed, and put back in the database`,
  },
  'a datamap that was changed': {
    tables: ['datamap'],
    work: () =>
      done(
        callAt('PUT /extra/v1/definition/datamap/pressure', {
          template: ids.template,
          paths: [
            {
              add: 'systolic',
              path: '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value',
            },
          ],
        }),
      ),
    fault: setBack('datamap', ids.datamap),
  },
  'a client with another secret': {
    tables: ['client', 'client_secret'],
    work: () => admin(`POST /admin/v1/client/${ids.client}/rotate`),
    fault: setBack('client', ids.client),
  },
  'a person who was disabled': {
    tables: ['person', 'person_password', 'invitation'],
    work: () =>
      admin(`PUT /admin/v1/person/${ids.person}`, { name: 'Ana', roles: ['clinician'], disabled: true }),
    fault: setBack('person', ids.person),
  },
  'a role that was changed': {
    tables: ['role'],
    work: () =>
      admin(`PUT /admin/v1/role/${ids.role}`, {
        description: 'Sees no notes',
        scopes: [],
        rights: ['user/composition-Other.**.rs'],
      }),
    fault: setBack('role', ids.role),
  },
  'an assignment that was ended': {
    tables: ['assignment'],
    work: () => admin(`DELETE /admin/v1/assignment/${ids.assignment}`),
    fault: setBack('assignment', ids.assignment),
  },
  'tags that were replaced, with their seal': {
    tables: ['item_tag', 'versioned_object'],
    work: () => done(call(`PUT /ehr/${ehrId}/composition/${ids.tagged}/tags`, [{ key: 'ward', value: '5' }])),
    fault: `tags ${ids.tagged} were set back to an earlier state in the database`,
  },
}

describe('an earlier state that is put back in the database is found:', () => {
  for (const [what, { tables, work, fault }] of Object.entries(USUAL))
    it(what, async () => {
      await keepTables(db, 'old')
      try {
        await work()
        assert.deepEqual(await sealFaults(db), [])
        assert.deepEqual(await faultsWhile(db, await restoring(db, 'old', tables)), [fault])
        if (tables.includes('item_tag')) return
        await untilNamed()
        const all = await faultsWhile(db, await restoring(db, 'old', [...tables, 'state_seal']))
        assert.match(all[0] ?? '', /^seal \d+ is not the one that seal \d+ of the audit trail names/)
      } finally {
        await dropTables(db, 'old')
      }
    })

  it('a seal that was removed, or changed', async () => {
    const [head] = await db.query(heads)
    const last = head?.state ?? 0
    const cut = await faultsWhile(db, [`delete from cairn.state_seal where number = ${last - 1}`])
    assert.ok(cut.includes(`seal ${last} does not follow the seal before it: seals are missing`), String(cut))
    const other = await faultsWhile(db, [
      `update cairn.state_seal set content = decode('00', 'hex') where number = ${last}`,
    ])
    assert.ok(other.includes(`seal ${last} was changed in the database`), String(other))
  })
})

describe('usual work leaves no fault:', () => {
  const WORK: Readonly<Record<string, () => Promise<unknown>>> = {
    'a client is disabled, enabled, changed and deleted': async () => {
      await admin(`POST /admin/v1/client/${ids.otherClient}/disable`)
      await admin(`POST /admin/v1/client/${ids.otherClient}/enable`)
      await admin(`PUT /admin/v1/client/${ids.otherClient}`, { name: 'renamed', scopes: ['api.read'] })
      await admin(`DELETE /admin/v1/client/${ids.otherClient}`)
    },
    'a role is given to a person and deleted': async () => {
      await admin(`PUT /admin/v1/person/${ids.otherPerson}`, { name: 'Ben', roles: ['clinician', ids.role] })
      await admin(`DELETE /admin/v1/role/${ids.role}?take_from_people=true`)
    },
    'a person signs in with a password and gets a new invitation': async () => {
      const browser = newBrowser(server)
      await browser.open('/auth/sign-in')
      await browser.submit('/auth/sign-in', { person_id: ids.otherPerson, password: PASSWORD })
      await admin(`POST /admin/v1/person/${ids.otherPerson}/invitation`)
    },
    'tags are removed, and set with a deletion': async () => {
      await done(call(`DELETE /ehr/${ehrId}/composition/${ids.tagged}/tags/ward`))
      const head = (await call(`GET /ehr/${ehrId}/versioned_composition/${ids.otherTagged}/version`)).json()
        .uid.value
      await done(
        call(`DELETE /ehr/${ehrId}/composition/${head}`, undefined, {
          'openehr-version-item-tag': 'key="gone"',
        }),
      )
    },
    'an object with tags is erased': () =>
      done(call(`DELETE /admin/ehr/${ehrId}/composition/${ids.faulty}?reason=wrong`)),
    'an EHR with tags is merged into another, and that is erased with its assignments': async () => {
      const [from, to] = [await records.ehr(), await records.ehr()]
      await records.composition(from, 'tagged', { 'openehr-item-tag': 'key="ward",value="3"' })
      await admin(`POST /admin/v1/person/${ids.otherPerson}/assignment`, { ehr_id: to, reason: 'ward' })
      await done(call(`POST /admin/ehr/${to}/merge`, { from }))
      assert.deepEqual(await sealFaults(db), [])
      await done(call(`DELETE /admin/ehr/${to}?reason=wrong`))
    },
    'keys are rotated': async () => {
      const env = {
        CAIRN_DATABASE_URL: server.databaseUrl,
        CAIRN_LOG_LEVEL: 'silent',
        CAIRN_SECRET_KEY: SECRET_KEY,
      }
      assert.equal((await runProgram(['key', 'rotate'], env).ended).code, 0)
    },
  }
  for (const [what, work] of Object.entries(WORK))
    it(what, async () => {
      await work()
      assert.deepEqual(await sealFaults(db), [])
    })
})

describe('an object that was changed in the database', () => {
  const run = (...args: readonly string[]) =>
    runProgram(['verify', ...args], { CAIRN_DATABASE_URL: server.databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY })
      .ended

  it('stays a fault after a usual write, and is named without its content until an operator accepts it', async () => {
    await behindItsBack(
      db,
      `update cairn.client set scopes = '{api.read,api.admin}' where client_id = '${ids.client}'`,
    )
    await admin(`PUT /admin/v1/client/${ids.client}`, { name: 'a name of its own' })
    await behindItsBack(db, `delete from cairn.item_tag where object_id = '${ids.otherTagged}'`)
    await done(call(`PUT /ehr/${ehrId}/composition/${ids.tagged}/tags`, [{ key: 'ward', value: '6' }]))
    const verified = await server.call('GET /admin/v1/verification', { scopes: 'api.admin' })
    const result = JSON.parse(verified.text.trimEnd().split('\n').at(-1) ?? '')
    assert.deepEqual(result.state.faults, [
      { kind: 'tags', id: ids.otherTagged, what: 'were changed in the database' },
      { kind: 'client', id: ids.client, what: 'was changed in the database' },
    ])
    const { code, stdout, stderr } = await run()
    assert.equal(code, 1)
    assert.match(stdout, new RegExp(`^client:${ids.client} +was changed in the database`, 'm'))
    assert.match(stderr, /are not as they were sealed/)
    assert.doesNotMatch(stdout, /a name of its own|api\.admin/)
    assert.equal((await run('--accept', `client:${ids.client}`)).code, 1)
    const accepted = await run('--accept', `tags:${ids.otherTagged}`)
    assert.equal(accepted.code, 0, accepted.stderr)
    assert.match((await run('--accept', 'client:nobody')).stderr, /There is no sealed object "client:nobody"/)
  })
})

describe('another secret key', () => {
  const NEXT = 'another secret key that is long enough for a test'

  it('leaves seals valid, also of people whose authenticator secret is sealed again', async () => {
    const own = await testServer()
    const browser = await newPerson(own, 'careful')
    await browser.open('/auth/second-factor')
    await setUpSecondFactor(browser, 'careful')
    assert.equal((await own.db.query(totpCount))[0]?.count, 1)
    const env = { CAIRN_DATABASE_URL: own.databaseUrl, CAIRN_LOG_LEVEL: 'silent' }
    const done = runProgram(['key', 'replace-secret'], {
      ...env,
      CAIRN_SECRET_KEY: SECRET_KEY,
      CAIRN_NEW_SECRET_KEY: NEXT,
    })
    assert.equal((await done.ended).code, 0)
    assert.deepEqual(await sealFaults(own.db, NEXT), [])
  })
})

describe('an installation from before the seals', () => {
  it('has everything sealed at its first start, as it is, and says how much', async () => {
    await behindItsBack(
      db,
      'delete from cairn.state_seal',
      'update cairn.audit_seal set state_number = null, state_chain = null',
      'update cairn.versioned_object set tag_revision = null, tag_seal = null',
    )
    const started = await testServer({ beside: server })
    const line = started.logged.find(each => each.includes('sealed existing'))
    assert.match(line ?? '', /"client":\d+/)
    assert.match(line ?? '', /"tags":\d+/)
    const again = await testServer({ beside: server })
    assert.equal(
      again.logged.find(each => each.includes('sealed existing')),
      undefined,
    )
  })
})
