/** The verbs of the command line against a real server, as a person types them. */
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { notBuilt } from '../http/program.ts'
import { bloodPressure, bloodPressureOpt, newEhr, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { cairnIn, type Ended, settingsOf, testFolder } from './program.ts'

const server = await testServer()
const folder = testFolder()
const run = cairnIn(folder, settingsOf(server))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return name
}

/** Returns its output; fails if its exit code is not 0. */
async function cairn(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args)
  assert.equal(code, 0, `cairn ${args.join(' ')}: ${err}`)
  return out
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
const cairnJson = async (...args: string[]): Promise<any> => JSON.parse(await cairn(...args, '--json'))

const ends = async (wanted: number, ...args: string[]): Promise<Ended> => {
  const ended = await run(args)
  assert.equal(ended.code, wanted, ended.err)
  return ended
}

describe('cairn', { skip: notBuilt }, () => {
  let ehr: string
  before(async () => {
    await uploadTemplate(server)
    ehr = await newEhr(server)
  })

  it('login keeps a profile that only its owner can read, and whoami shows it', async () => {
    const alone = cairnIn(folder, {})
    const { id, secret } = server.client
    const login = ['login', server.url, '--client-id', id, '--profile', 'ward']
    const wrong = await alone(login, { input: 'wrong\n' })
    assert.deepEqual([wrong.code, wrong.out], [4, ''])
    assert.match((await alone(['profile', 'list'])).out, /0 rows/)
    const signed = await alone([...login, '--scope', 'api.read'], { input: `${secret}\n` })
    assert.equal(signed.code, 0, signed.err)
    assert.match(signed.out, new RegExp(`^Signed in to ${server.url} as ${id} \\(api\\.read\\)\\.`))
    const kept = join(folder, 'config', 'cairn', 'profiles.json')
    assert.equal(statSync(kept).mode & 0o777, 0o600)
    const who = JSON.parse((await alone(['whoami', '--json'])).out)
    assert.deepEqual([who.profile, who.url, who.client_id, who.scope], ['ward', server.url, id, 'api.read'])
    assert.equal((await alone(['template', 'list'])).code, 0)
    assert.equal((await alone(['audit'])).code, 4)
    assert.equal((await alone(['whoami', '--profile', 'other'])).code, 1)
    assert.equal((await alone(['profile', 'use', 'other'])).code, 1)
    assert.match((await alone(['profile', 'list'])).out, /\n\* {2}ward +http/)
    assert.equal((await alone(['profile', 'remove', 'ward'])).code, 0)
    assert.equal((await alone(['whoami'])).code, 4)
    assert.equal((await alone(['login', 'ftp://x', '--client-id', id])).code, 2)
  })

  it('status and doctor say whether the server serves, and what is in the way', async () => {
    assert.equal(await cairn('status'), 'ready\n')
    const checks = await cairnJson('doctor')
    assert.deepEqual(
      checks.map(({ check, state }: { check: string; state: string }) => `${check} ${state}`),
      // The database of the tests does not wait for its disk, and doctor says so.
      [
        ...['address ok', 'database ok', 'version ok', 'clock ok', 'token ok', 'reading ok'],
        ...['disk warning', 'role ok'],
      ],
    )
    const wrong = await run(['doctor'], { env: { CAIRN_CLIENT_SECRET: 'wrong' } })
    assert.equal(wrong.code, 1)
    assert.match(wrong.out, /failed {3}token/)
    assert.ok(!wrong.out.includes('\x1b'), 'no colour where there is no terminal')
    const nobody = await run(['doctor'], { env: { CAIRN_SERVER_URL: 'http://127.0.0.1:9' } })
    assert.match(nobody.out, /^failed {3}address {3}there is no answer/)
  })

  it('token prints a token', async () => {
    assert.match(await cairn('token'), /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    assert.match((await cairnJson('token')).access_token, /\./)
  })

  it('ehr creates, reads and finds', async () => {
    const created = await cairnJson('ehr', 'create', '--subject', 'p 1', '--namespace', 'hospital')
    const found = await cairnJson('ehr', 'find', 'p 1', '--namespace', 'hospital')
    assert.deepEqual(found.ehr_id, created.ehr_id)
    assert.match(
      await cairn('ehr', 'get', created.ehr_id.value),
      new RegExp(`ehr id +${created.ehr_id.value}`),
    )
    const id = crypto.randomUUID()
    assert.match(await cairn('ehr', 'create', '--id', id), new RegExp(id))
    const twice = await ends(1, 'ehr', 'create', '--id', id)
    assert.match(twice.err, /already/)
    assert.match((await ends(1, 'ehr', 'get', 'no-id')).err, /\S/)
    assert.match((await ends(1, 'ehr', 'find', 'x', '--namespace', 'hospital')).err, /no such EHR/)
  })

  it('template uploads, lists, prints, checks and compares', async () => {
    const a = file('a.opt', bloodPressureOpt('Cli a.v1'))
    const b = file('b.opt', bloodPressureOpt('Cli b.v1').replaceAll('Diastolic', 'Lower'))
    const broken = file('broken.opt', '<template xmlns="http://schemas.openehr.org/v1"/>')
    const done = await ends(0, 'template', 'upload', a, b)
    assert.equal(done.out, 'Cli a.v1 was created.\nCli b.v1 was created.\n')
    assert.match(done.err, /2 of 2 templates, [\d,]+ a second\n$/)
    assert.match((await ends(1, 'template', 'upload', a)).err, /already/)
    assert.equal(await cairn('template', 'upload', a, '--replace'), 'Cli a.v1 was replaced.\n')
    assert.match(await cairn('template', 'list'), /Cli a\.v1 +openEHR-EHR-COMPOSITION/)
    assert.match(await cairn('template', 'get', 'Cli a.v1'), /^<\?xml|^<template/)
    assert.equal((await cairnJson('template', 'get', 'Cli a.v1')).templateId, 'Cli a.v1')
    assert.match(await cairn('template', 'example', 'Cli a.v1', '--format', 'xml'), /^<\?xml|^</)
    assert.match(await cairn('template', 'validate', a), /Cli a\.v1 is good/)
    const faulty = await ends(1, 'template', 'validate', a, broken)
    assert.match(faulty.out, /broken\.opt: /)
    assert.equal(await cairn('template', 'diff', a, 'Cli a.v1'), 'They have the same paths.\n')
    const { out } = await ends(1, 'template', 'diff', 'Cli a.v1', b)
    assert.match(out, /^- \S+\/diastolic\|magnitude {2}DV_QUANTITY DECIMAL/m)
    assert.match(out, /^\+ \S+\/lower\|magnitude/m)
    assert.match((await ends(1, 'template', 'get', 'Nothing.v1')).err, /no template "Nothing\.v1"/)
  })

  it('composition commits, reads, compares, validates and converts', async () => {
    const first = file('first.json', JSON.stringify(bloodPressure([{ systolic: 120 }])))
    const second = file('second.json', JSON.stringify(bloodPressure([{ systolic: 130 }])))
    const { uid } = await cairnJson('composition', 'put', first, '--ehr', ehr)
    assert.match(
      await cairn('composition', 'put', second, '--ehr', ehr, '--follows', uid),
      /^Committed as .*::2\.\n$/,
    )
    const late = await ends(1, 'composition', 'put', second, '--ehr', ehr, '--follows', uid)
    assert.match(late.err, /latest/)
    const history = await cairn('composition', 'history', uid, '--ehr', ehr)
    assert.match(history, /::1 .*creation/)
    assert.match(history, /::2 .*modification/)
    const changed = await ends(1, 'composition', 'diff', uid, '--ehr', ehr)
    assert.match(changed.out, /^- +"magnitude": 120,?$/m)
    assert.match(changed.out, /^\+ +"magnitude": 130,?$/m)
    assert.equal(await cairn('composition', 'diff', uid, uid, '--ehr', ehr), 'They are the same.\n')

    const flat = await cairn('composition', 'get', uid, '--ehr', ehr, '--format', 'flat', '-o', 'flat.json')
    assert.equal(flat, '')
    const kept = JSON.parse(readFileSync(join(folder, 'flat.json'), 'utf8'))
    assert.ok(Object.keys(kept).some(key => key.endsWith('systolic|magnitude')))
    // A composition that was read has an id; a new one gets an id of its own.
    file(
      'flat.json',
      JSON.stringify(Object.fromEntries(Object.entries(kept).filter(([key]) => !key.endsWith('_uid')))),
    )
    const unnamed = await ends(1, 'composition', 'put', 'flat.json', '--ehr', ehr)
    assert.match(unnamed.err, /name it with --template/)
    assert.match(
      await cairn('composition', 'put', 'flat.json', '--ehr', ehr, '--template', TEMPLATE_ID),
      /::1/,
    )

    const opt = file('bp.opt', bloodPressureOpt())
    assert.match(
      await cairn('composition', 'validate', first),
      /^It is valid by the template Blood pressure\.v1/,
    )
    assert.match(await cairn('composition', 'validate', 'flat.json', '--template', opt), /^It is valid/)
    const wild = file('wild.json', JSON.stringify(bloodPressure([{ systolic: 5000 }])))
    const refused = await ends(1, 'composition', 'validate', wild)
    assert.match(refused.out, /^It breaks one rule of .*\n {2}\/content.*magnitude: /)
    assert.match((await ends(1, 'composition', 'put', wild, '--ehr', ehr)).err, /\n {2}\/content.*magnitude/)
    assert.match(await cairn('composition', 'put', wild, '--ehr', ehr, '--lenient'), /^Committed/)

    const xml = await cairn('composition', 'convert', first, '--to', 'xml')
    const back = await run(['composition', 'convert', '-', '--to', 'flat', '--template', opt], { input: xml })
    assert.equal(back.code, 0, back.err)
    assert.ok(Object.keys(JSON.parse(back.out)).some(key => key.endsWith('systolic|magnitude')))
    assert.match((await ends(1, 'composition', 'convert', 'flat.json', '--to', 'json')).err, /--template/)
    assert.match((await ends(1, 'composition', 'validate', file('no.json', '{"a":'))).err, /line 1/)
  })

  it('aql runs, explains and watches; query stores, lists, runs and deletes', async () => {
    const q = 'SELECT e/ehr_id/value AS id FROM EHR e WHERE e/ehr_id/value = $id'
    const asked = ['--param', `id=${ehr}`]
    assert.match(await cairn('aql', q, ...asked), new RegExp(`^id\n-+\n${ehr}\n\n1 row\n$`))
    assert.match(await cairn('aql', 'run', q, ...asked, '--format', 'csv'), new RegExp(`^id\r\n${ehr}\r\n$`))
    assert.equal(await cairn('aql', q, ...asked, '--format', 'ndjson', '--all'), `{"id":"${ehr}"}\n`)
    assert.match(await cairn('aql', 'explain', q, ...asked), /cairn\./)
    assert.match(await cairn('aql', q, ...asked, '--explain'), /cairn\./)
    const watched = await cairn('aql', 'watch', q, ...asked, '--every', '1', '--times', '2', '--json')
    assert.deepEqual(
      watched
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).rows),
      [[[ehr]], [[ehr]]],
    )
    assert.match((await ends(1, 'aql', 'SELEKT')).err, /line 1/)
    const stored = await run(['query', 'put', 'org.example::one/1.0.0', '-'], { input: q })
    assert.equal(stored.out, 'Stored as org.example::one/1.0.0.\n')
    assert.match(
      await cairn('query', 'put', 'org.example::one', file('q.aql', `${q} LIMIT 5`)),
      /^Stored as org\.example::one\/(?!1\.0\.0)/,
    )
    assert.equal((await cairnJson('query', 'list', 'org.example::one')).length, 2)
    assert.match(await cairn('query', 'list'), /org\.example::one +1\.0\.0/)
    assert.match(await cairn('query', 'run', 'org.example::one', ...asked), new RegExp(ehr))
    assert.match(await cairn('aql', '--name', 'org.example::one/1.0.0', ...asked), new RegExp(ehr))
    assert.match(await cairn('query', 'delete', 'org.example::one/1.0.0'), /was deleted/)
    await ends(2, 'query', 'delete', 'org.example::one')
    await ends(1, 'query', 'delete', 'org.example::one/9.0.0')
  })

  it('datamap saves, prints, lists records and deletes', async () => {
    const xml = file('map.xml', await cairn('datamap', 'suggest', TEMPLATE_ID))
    assert.match(await cairn('datamap', 'put', 'pressures', xml), /^Saved as version 1 of pressures/)
    assert.match(await cairn('datamap', 'list'), /^pressures$/m)
    const json = file('map.json', JSON.stringify(await cairnJson('datamap', 'suggest', TEMPLATE_ID)))
    assert.match(await cairn('datamap', 'put', 'pressures', json), /^Saved as version/)
    assert.match(await cairn('datamap', 'get', 'pressures'), /^<\?xml|^</)
    assert.equal(JSON.parse(await cairn('datamap', 'schema', 'pressures')).type, 'object')
    const records = await cairnJson('datamap', 'records', 'pressures', '--ehr', ehr)
    assert.ok(records.length > 0)
    assert.equal((await cairnJson('datamap', 'records', 'pressures', '--limit', '1')).length, 1)
    assert.match(await cairn('datamap', 'records', 'pressures', '--all'), /^uid /)
    assert.match(await cairn('datamap', 'delete', 'pressures'), /was deleted/)
    await ends(1, 'datamap', 'get', 'pressures')
    assert.match((await ends(1, 'datamap', 'put', 'x', file('bad.json', '{'))).err, /line 1/)
  })

  it('client works by the API with --remote', async () => {
    const made = await cairnJson('client', 'create', '--name', 'Ward', '--scopes', 'api.read', '--remote')
    assert.ok(made.client_secret)
    assert.match(
      await cairn('client', 'list', '--remote'),
      new RegExp(`${made.client_id} +backend +enabled +api\\.read +Ward`),
    )
    assert.match(
      await cairn('client', 'rotate', made.client_id, '--remote'),
      /client secret, shown this once: \S+/,
    )
    assert.match(await cairn('client', 'disable', made.client_id, '--remote'), /disabled/)
    assert.match(await cairn('client', 'enable', made.client_id, '--remote'), /enabled/)
    await ends(1, 'client', 'disable', 'nobody', '--remote')
    await ends(2, 'client', 'create', '--name', 'x', '--scopes', 'all', '--remote')
  })

  it('client works on the database of the server without it, as before', async () => {
    const env = {
      CAIRN_DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
    }
    const made = await run(['client', 'create', '--name', 'Local', '--json'], { env })
    assert.equal(made.code, 0, made.err)
    assert.ok(JSON.parse(made.out).secret)
    const keys = await run(['key', 'list', '--json'], { env })
    assert.ok(JSON.parse(keys.out)[0].kid)
    const config = await run(['config', '--json'], { env })
    assert.equal(JSON.parse(config.out).CAIRN_PORT, '8080')
  })

  it('get, post, put and delete send any request', async () => {
    const path = '/openehr/v1/definition/query/org.example::raw/1.0.0'
    const sent = await ends(0, 'put', path, '--type', 'text/plain', '-d', 'SELECT e FROM EHR e')
    assert.equal(sent.err, '')
    assert.equal(JSON.parse(await cairn('get', path)).q, 'SELECT e FROM EHR e')
    const body = file('query.json', JSON.stringify({ q: 'SELECT e/ehr_id/value FROM EHR e', fetch: 1 }))
    assert.equal(JSON.parse(await cairn('post', '/openehr/v1/query/aql', '-d', `@${body}`)).rows.length, 1)
    const piped = await run(['post', '/openehr/v1/query/aql', '-d', '@-'], {
      input: '{"q":"SELECT e FROM EHR e","fetch":1}',
    })
    assert.equal(piped.code, 0, piped.err)
    const deleted = await cairnJson('delete', path)
    assert.equal(deleted.status, 204)
    const made = await cairn('post', '/openehr/v1/ehr', '-i', '-H', 'Prefer: return=minimal')
    assert.match(made, /^HTTP 201\n(.+\n)*etag: "[0-9a-f-]{36}"\n/m)
    await ends(1, 'get', path)
    assert.equal((await run(['get', path], { env: { CAIRN_SCOPE: 'api.write' } })).code, 4)
  })

  it('a request asks for the scopes that are typed, and for no administration by itself', async () => {
    const trail = ['get', '/admin/v1/audit?limit=1']
    assert.match((await ends(4, ...trail)).err, /api\.admin/)
    const typed = await run([...trail, '--scope', 'api.admin'], { env: { CAIRN_SCOPE: 'api.read' } })
    assert.equal(typed.code, 0, typed.err)
    assert.equal(JSON.parse(typed.out).events.length, 1)
  })

  it('ehr erase deletes an EHR for good, with a reason', async () => {
    const { ehr_id } = await cairnJson('ehr', 'create')
    assert.match((await ends(2, 'ehr', 'erase', ehr_id.value)).err, /--reason is missing/)
    const erased = await cairn('ehr', 'erase', ehr_id.value, '--reason', 'asked by the patient')
    assert.equal(erased, `The EHR ${ehr_id.value} was deleted for good.\n`)
    await ends(1, 'ehr', 'get', ehr_id.value)
    await ends(1, 'ehr', 'erase', ehr_id.value, '--reason', 'again')
  })

  it('index suggest prints whole commands, ready to be copied', async () => {
    const archetype = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
    const path = '/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
    await cairn('aql', `SELECT o${path} AS systolic FROM OBSERVATION o[${archetype}] ORDER BY o${path}`)
    const lines = (await cairn('index', 'suggest', '--slower', '0')).split('\n')
    const command = `cairn index add '${path}' --archetype ${archetype}`
    assert.ok(
      lines.some(line => line.endsWith(`  ${command}`)),
      lines.join('\n'),
    )
  })

  it('findings and audit show what there is, by pages', async () => {
    assert.match(await cairn('findings', '--ehr', ehr), /1 version with findings\.\n$/)
    assert.equal((await cairnJson('findings', '--ehr', ehr)).length, 1)
    const events = await cairnJson('audit', '--ehr', ehr, '--limit', '1', '--all')
    assert.ok(events.events.length > 5)
  })
})
