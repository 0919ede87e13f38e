/**
 * Addresses in what clients send, in XML entities and in records: strace sees that the server connects to nothing but its database, and
 * opens no file outside of its own.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { notBuilt } from '../http/program.ts'
import { urlByPort } from '../postgres.ts'
import { idIn, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { record } from './report.ts'

const noTracer = spawnSync('strace', ['-V']).status === 0 ? false : 'there is no strace on this machine'
const ROOT = resolve(import.meta.dirname, '../..')

/** Documents that ask their reader to fetch something, or to grow without end. */
const hostile = (root: string, file: string, web: string): Readonly<Record<string, string>> => {
  const doctype = (inside: string) =>
    `<?xml version="1.0"?><!DOCTYPE ${root} ${inside}><${root}>&x;</${root}>`
  const levels = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  return {
    'an entity of a file': doctype(`[<!ENTITY x SYSTEM "file://${file}">]`),
    'an entity of the web': doctype(`[<!ENTITY x SYSTEM "${web}/entity">]`),
    'a parameter entity': doctype(`[<!ENTITY % p SYSTEM "${web}/parameter"> %p;]`),
    'an external DTD': `<?xml version="1.0"?><!DOCTYPE ${root} SYSTEM "${web}/dtd"><${root}/>`,
    'an XInclude': `<${root} xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${web}/include"/></${root}>`,
    'a schema location': `<${root} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a ${web}/schema"/>`,
    'a stylesheet': `<?xml version="1.0"?><?xml-stylesheet href="${web}/style" type="text/xsl"?><${root}/>`,
    'a billion laughs': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "ha">${levels.join('')}]><${root}>&l20;</${root}>`,
    'a quadratic entity': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY q "${'a'.repeat(50_000)}">]><${root}>${'&q;'.repeat(50_000)}</${root}>`,
    'ten thousand levels': `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`,
    'a million attributes': `<${root} ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
    'many pieces of CDATA': `<${root}>${'<![CDATA[x]]>'.repeat(200_000)}</${root}>`,
  }
}

/** A valid composition with addresses wherever the reference model has room for one. */
function withAddresses(web: string): unknown {
  const composition = bloodPressure() as unknown as Record<string, unknown>
  const party = {
    _type: 'PARTY_IDENTIFIED',
    name: 'A nurse',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: `${web}/party`, scheme: web },
      namespace: 'demographic',
      type: 'PERSON',
    },
  }
  return {
    ...composition,
    composer: party,
    links: [
      {
        _type: 'LINK',
        meaning: { _type: 'DV_TEXT', value: 'see' },
        type: { _type: 'DV_TEXT', value: 'link' },
        target: { _type: 'DV_EHR_URI', value: 'ehr://elsewhere.example/1' },
      },
    ],
    name: {
      _type: 'DV_TEXT',
      value: 'Encounter',
      hyperlink: { _type: 'DV_URI', value: `${web}/hyperlink` },
    },
    feeder_audit: {
      _type: 'FEEDER_AUDIT',
      originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: `${web}/system` },
      original_content: {
        _type: 'DV_MULTIMEDIA',
        media_type: {
          _type: 'CODE_PHRASE',
          terminology_id: { _type: 'TERMINOLOGY_ID', value: 'IANA_media-types' },
          code_string: 'text/plain',
        },
        size: 1,
        uri: { _type: 'DV_URI', value: `${web}/multimedia` },
      },
    },
  }
}

/** Files of the system, and those that the resolver of names reads when a thread of Node starts. */
const OWN_FILES = /^\/(?:(?:proc|sys|dev|usr\/lib)\/|etc\/(?:resolv|nsswitch|netsvc|svc)\.conf$)/

/** Destinations of connects, and files outside of the program and the system's own, in the output of strace. */
function tracedIn(
  output: string,
  databasePort: string,
): { readonly connects: string[]; readonly files: string[] } {
  const lines = output.split('\n')
  const connects = lines.filter(
    line => /connect\(\d+, \{sa_family=AF_INET6?/.test(line) && !line.includes(`htons(${databasePort})`),
  )
  const files = lines
    .flatMap(line => /openat\([^"]*"([^"]+)"/.exec(line)?.[1] ?? [])
    .filter(path => !path.startsWith(ROOT) && !OWN_FILES.test(path))
  return { connects, files }
}

test('nothing is called or opened', { skip: notBuilt || noTracer, timeout: 300_000 }, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-trap-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [secret, traced] = [join(folder, 'secret'), join(folder, 'traced')]
  writeFileSync(secret, 'a secret of this machine')
  let visits = 0
  const trap = createServer((_, answer) => {
    visits++
    answer.end('<x/>')
  })
  await new Promise<void>(done => trap.listen(0, '127.0.0.1', done))
  t.after(() => trap.close())
  const web = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`

  const { url: databaseUrl } = await testDatabase()
  const byPort = urlByPort(databaseUrl)
  const server = await programServer({ CAIRN_DATABASE_URL: byPort.href }, { built: true })
  const send = (path: string, type: string, body: string) =>
    server.call(`POST /openehr/v1${path}`, { body, headers: { 'Content-Type': type } })
  assert.equal((await send('/definition/template/adl1.4', 'application/xml', bloodPressureOpt())).status, 201)
  const ehrId = idIn(await server.call('POST /openehr/v1/ehr'))
  const compositions = `/ehr/${ehrId}/composition`
  const plain = JSON.stringify(bloodPressure())
  assert.equal((await send(compositions, 'application/json', plain)).status, 201)
  assert.equal((await send(compositions, 'application/xml', '<composition/>')).status < 500, true)

  const tracer = spawn('strace', [
    ...['-f', '-s', '300', '-e', 'trace=connect,openat', '-o', traced],
    ...['-p', String(server.program.child.pid)],
  ])
  let told = ''
  tracer.stderr.on('data', data => {
    told += data
  })
  const ended = new Promise(done => tracer.once('exit', done))
  await eventually('strace is attached', () => told.includes('attached'))

  const slowest = { what: '', milliseconds: 0 }
  let refused = 0
  for (const [path, root] of [
    ['/definition/template/adl1.4', 'template'],
    [compositions, 'composition'],
  ] as const)
    for (const [what, body] of Object.entries(hostile(root, secret, web))) {
      const began = performance.now()
      const answer = await send(path, 'application/xml', body)
      const milliseconds = performance.now() - began
      const text = await answer.text()
      assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${text}`)
      assert.ok(!text.includes('a secret of this machine'))
      if (milliseconds > slowest.milliseconds) Object.assign(slowest, { what, milliseconds })
      refused++
    }
  const stored = await send(compositions, 'application/json', JSON.stringify(withAddresses(web)))
  assert.equal(stored.status, 201, await stored.text())
  const read = await server.call(`GET /openehr/v1${compositions}/${idIn(stored)}`, {
    headers: { Accept: 'application/xml' },
  })
  assert.equal(read.status, 200)
  tracer.kill('SIGINT')
  await ended
  const { connects, files } = tracedIn(readFileSync(traced, 'utf8'), byPort.port)
  assert.deepEqual(connects, [])
  assert.deepEqual(files, [])
  assert.equal(visits, 0)
  record({
    check: '32',
    subject: 'XML that reaches out or grows',
    method: `${refused} hostile documents as templates and compositions to a server under strace: entities of files and of the web, DTDs, XInclude, schema locations, a billion laughs, depth, attributes, CDATA`,
    figure: `all refused with 4xx, the slowest (${slowest.what}) after ${Math.round(slowest.milliseconds)} ms under strace; no connection but to the database, no foreign file opened`,
  })
  record({
    check: '44',
    subject: 'Addresses inside records',
    method:
      'a composition with addresses in hyperlink, multimedia, link, party and system, committed and read as XML, under strace',
    figure: `stored as data; 0 connections but to the database, ${visits} visits to the address`,
  })
})
