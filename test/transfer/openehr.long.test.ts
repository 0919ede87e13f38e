/** `cairn import openehr`: from a server with the habits of EHRbase, with uids, versions and audits. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { aboutSubject, folder as folderData, openRecords, status } from '../admin/records.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { testServer } from '../server.ts'
import { EHRBASE_PASSWORD, EHRBASE_PREFIX, EHRBASE_USER, ehrbaseLike } from './ehrbase-like.ts'
import { guideIn } from './guide.ts'
import { ALL } from './world.ts'

const source = await testServer({
  env: { CAIRN_PREFIXES: EHRBASE_PREFIX, CAIRN_WIRE_PROFILE: 'openehr', CAIRN_SYSTEM_ID: 'ehrbase.example' },
})
const records = await openRecords(source)
const first = await records.ehr(status(aboutSubject('p 9')))
const one = await records.composition(first, 'one')
const two = await records.update(first, one, 'two')
await records.call(`POST /ehr/${first}/directory`, folderData('root'))
const second = await records.ehr()
await records.composition(second, 'other')
const faulty = await records.faulty(second, 'faulty')
const saved = await records.call('PUT /definition/query/test::all/1.0.0', {
  q: 'SELECT e/ehr_id/value FROM EHR e',
})
assert.equal(saved.status, 200, saved.text)

const ehrbase = await ehrbaseLike(source)
const folder = testFolder()
const args = ['import', 'openehr', ehrbase.url, '--user', EHRBASE_USER, '--rate', '500', '--json']

describe('docs/tutorials/move-from-ehrbase.md', () => {
  it('moves everything, word for word', async () => {
    const target = await testServer()
    const env = { NEW_SERVER: target.url, OLD_SERVER: ehrbase.url, CAIRN_CLIENT_ID: target.client.id }
    const run = guideIn({ page: 'docs/tutorials/move-from-ehrbase.md', folder, env })
    const login = await run('login', {}, `${target.client.secret}\n`)
    assert.equal(login.code, 0, login.out)
    const moved = await run('import', {}, `${EHRBASE_PASSWORD}\n`)
    // One of the records breaks its template.
    assert.equal(moved.code, 1, moved.out)
    assert.ok(existsSync(join(folder, 'move', 'rejected.ndjson')), moved.out)
    const found = await target.call('GET /openehr/v1/ehr?subject_id=p%209&subject_namespace=hospital', {
      scopes: ALL,
    })
    assert.equal(found.json().ehr_id?.value, first)
  })
})

describe('cairn import openehr', () => {
  it('takes over EHRs with all versions, uids and audits, and signs them', async () => {
    const target = await testServer()
    const cairn = cairnIn(folder, { ...settingsOf(target), CAIRN_SCOPE: ALL })
    const ended = await cairn(args, { input: `${EHRBASE_PASSWORD}\n` })
    assert.equal(ended.code, 1, ended.err + ended.out)
    const report = JSON.parse(ended.out)
    assert.deepEqual(
      [report.templates, report.queries, report.ehrs, report.records_rejected, report.refused],
      [1, 1, 2, 1, []],
    )
    const [rejected = ''] = readFileSync(join(folder, 'openehr-import', 'rejected.ndjson'), 'utf8').split(
      '\n',
    )
    assert.equal(JSON.parse(rejected).rejected.versions[0].uid, faulty)
    assert.match(JSON.parse(rejected).reason, /breaks one rule/)

    const get = async (path: string, server = target) =>
      (await server.call(`GET /openehr/v1/ehr/${path}`, { scopes: ALL })).json()
    for (const uid of [one, two]) {
      const path = `${first}/versioned_composition/${one.split('::')[0]}/version/${uid}`
      const [there, here] = [await get(path, source), await get(path)]
      assert.deepEqual(here.data, there.data)
      assert.deepEqual(here.commit_audit, there.commit_audit)
      assert.equal(here.uid.value, uid)
    }
    const found = await target.call('GET /openehr/v1/ehr?subject_id=p%209&subject_namespace=hospital', {
      scopes: ALL,
    })
    assert.equal(found.json().ehr_id.value, first)
    assert.equal((await get(`${first}/directory`)).name.value, 'root')
    const rows = await target.call(
      `GET /openehr/v1/query/aql?q=${encodeURIComponent('SELECT c/composer/name FROM EHR e CONTAINS COMPOSITION c ORDER BY c/composer/name')}`,
      { scopes: ALL },
    )
    assert.deepEqual(rows.json().rows, [['other'], ['two']])
    assert.deepEqual((await verifyRecords(target.db)).faults, [])

    const later = await records.update(first, two, 'three')
    const again = JSON.parse((await cairn(args, { input: `${EHRBASE_PASSWORD}\n` })).out)
    assert.deepEqual([again.ehrs, again.ehrs_before, again.records_added], [2, 0, 1])
    assert.equal((await get(`${first}/composition/${later}`)).composer.name, 'three')
    const lines = readFileSync(join(folder, 'openehr-import', 'rejected.ndjson'), 'utf8').trimEnd()
    assert.equal(lines.split('\n').length, 1, 'a rejected record is listed once')
    const lenient = JSON.parse((await cairn([...args, '--lenient'], { input: `${EHRBASE_PASSWORD}\n` })).out)
    assert.deepEqual([lenient.records_added, lenient.records_rejected], [1, 0])
    assert.equal(existsSync(join(folder, 'openehr-import', 'rejected.ndjson')), false)
    const findings = await target.call('GET /openehr/v1/query/aql?q=SELECT%20e%20FROM%20EHR%20e', {
      scopes: ALL,
    })
    assert.equal(findings.status, 200)
    assert.deepEqual((await verifyRecords(target.db)).faults, [])
    assert.ok(existsSync(join(folder, 'openehr-import', 'report.json')))
  })

  it('goes on after the EHRs that were finished when it was interrupted', async () => {
    const target = await testServer()
    const cairn = cairnIn(testFolder(), { ...settingsOf(target), CAIRN_SCOPE: ALL })
    const run = () => cairn(args, { input: `${EHRBASE_PASSWORD}\n` })
    const last = [first, second].sort()[1] ?? ''
    ehrbase.refuse(`/ehr/${last}`)
    const broken = await run()
    assert.equal(broken.code, 1)
    assert.match(broken.err, /answered 500 to GET \/ehr\//)
    ehrbase.refuse(undefined)
    const ended = JSON.parse((await run()).out)
    assert.deepEqual([ended.ehrs, ended.ehrs_before], [1, 1])
    const found = await target.call(
      `GET /openehr/v1/query/aql?q=${encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')}`,
      { scopes: ALL },
    )
    assert.equal(found.json().rows.length, 2)
  })

  it('says what the other server answers', async () => {
    const target = await testServer()
    const cairn = cairnIn(testFolder(), { ...settingsOf(target), CAIRN_SCOPE: ALL })
    const ended = await cairn(args, { input: 'wrong\n' })
    assert.equal(ended.code, 1)
    assert.match(ended.err, /answered 401 to GET \/definition\/template/)
    const nobody = await cairn(['import', 'openehr', 'http://127.0.0.1:9/rest/openehr/v1'])
    assert.deepEqual(
      [nobody.code, nobody.err],
      [3, 'There is no answer from http://127.0.0.1:9/rest/openehr/v1.\n'],
    )
    const typo = await cairn(['import', 'openehr', 'ehr.example.org'])
    assert.equal(typo.code, 2)
    assert.match(typo.err, /begins with http/)
  })
})
