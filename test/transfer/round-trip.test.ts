/** Export and import over HTTP: another server has the same records afterwards, and can prove it. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { aboutSubject, folder, status } from '../admin/records.ts'
import { earlierEhr } from '../earlier-ehr.ts'
import { eventually } from '../eventually.ts'
import { bloodPressureOpt, idOf, TEMPLATE_ID } from '../records.ts'
import { type RunningServer, testServer } from '../server.ts'
import { ALL, contentOf, makeWorld } from './world.ts'

const source = await testServer()
const world = await makeWorld(source)
const ehrs = [...world.ehrs, await earlierEhr(source)]

type Line = { readonly record: string; readonly [name: string]: unknown }

interface Export {
  readonly text: string
  readonly lines: readonly Line[]
  readonly origin: string
}

async function exportOf(server: RunningServer, query = ''): Promise<Export> {
  const answer = await server.call(`GET /admin/v1/export${query}`, { scopes: ALL })
  assert.equal(answer.status, 200, answer.text)
  const lines = answer.text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line)
  return { text: answer.text, lines, origin: String(lines[0]?.['origin']) }
}

async function importInto(server: RunningServer, text: string, origin: string) {
  const body = text
    .trimEnd()
    .split('\n')
    .filter(line => !/^\{"record":"(export|manifest)"/.test(line))
    .join('\n')
  const answer = await server.call(`POST /admin/v1/import?origin=${origin}`, {
    scopes: ALL,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

const rows = async (server: RunningServer, q: string) =>
  (await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, { scopes: ALL })).json().rows

const COMPOSERS = 'SELECT c/uid/value, c/composer/name FROM EHR e CONTAINS COMPOSITION c'

describe('GET /admin/v1/export', () => {
  it('ends with a manifest that counts the lines and has the digest of all before it', async () => {
    const { text, lines } = await exportOf(source)
    const manifest = lines.at(-1)
    assert.equal(manifest?.record, 'manifest')
    const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
    assert.equal(manifest['sha256'], createHash('sha256').update(before).digest('hex'))
    const counts = manifest['counts'] as Record<string, number>
    for (const kind of [
      'key',
      'template',
      'query',
      'datamap',
      'erased_ehr',
      'ehr',
      'erased_object',
      'contribution',
    ])
      assert.equal(lines.filter(({ record }) => record === kind).length, counts[kind], kind)
    assert.equal(counts['ehr'], ehrs.length)
    assert.equal(counts['template'], 2)
    assert.equal(counts['erased_ehr'], 2)
  })

  it('has one EHR, or those that a query selects, with the templates of their records alone', async () => {
    const [first = '', second = '', fifth = ''] = world.ehrs
    const one = await exportOf(source, `?ehr_id=${fifth}`)
    const ehrsOf = ({ lines }: Export) =>
      lines.filter(({ record }) => record === 'ehr').map(each => each['ehr_id'])
    assert.deepEqual(ehrsOf(one), [fifth])
    assert.equal(one.lines.filter(({ record }) => record === 'template').length, 1)
    const q =
      "SELECT e/ehr_id/value AS ehr_id FROM EHR e CONTAINS COMPOSITION c WHERE c/composer/name = 'merged'"
    const cohort = await exportOf(source, `?q=${encodeURIComponent(q)}`)
    assert.deepEqual(ehrsOf(cohort), [second])
    assert.notEqual(first, second)
    const unfit = await source.call(
      `GET /admin/v1/export?q=${encodeURIComponent('SELECT c/composer/name FROM EHR e CONTAINS COMPOSITION c')}`,
      { scopes: ALL },
    )
    assert.equal(unfit.status, 400)
  })

  it('needs api.admin, as the import does', async () => {
    assert.equal((await source.call('GET /admin/v1/export', { scopes: 'api.read api.write' })).status, 403)
    const headers = { 'Content-Type': 'application/x-ndjson' }
    const sent = await source.call('POST /admin/v1/import', {
      scopes: 'api.read api.write',
      headers,
      body: '{}',
    })
    assert.equal(sent.status, 403)
  })

  it('is in the audit trail', async () => {
    await exportOf(source)
    await eventually('the event of the export', async () => {
      const trail = await source.call('GET /admin/v1/audit?action=R&limit=20', { scopes: ALL })
      const events: { path: string; detail?: { all_ehrs?: boolean } }[] = trail.json().events
      return events.some(({ path, detail }) => path === '/admin/v1/export' && detail?.all_ehrs === true)
    })
  })
})

describe('POST /admin/v1/import', () => {
  it('gives another server the same rows, queries, documents and a clean verification', async () => {
    const target = await testServer()
    const { text, lines, origin } = await exportOf(source)
    const result = await importInto(target, text, origin)
    assert.deepEqual(result.rejected, [])
    assert.equal(result.added, lines.length - 2)
    for (const ehrId of ehrs) assert.deepEqual(await contentOf(target, ehrId), await contentOf(source, ehrId))
    assert.deepEqual(await rows(target, COMPOSERS), await rows(source, COMPOSERS))
    assert.deepEqual((await verifyRecords(target.db)).faults, [])

    const again = await importInto(target, text, origin)
    assert.deepEqual(again.rejected, [])
    assert.deepEqual([again.added, again.skipped], [0, lines.length - 2])
    const returned = await exportOf(target)
    const contributions = (of: Export) =>
      of.text.split('\n').filter(line => line.startsWith('{"record":"contribution"'))
    const withoutNumbers = (line: string) => line.replaceAll(/"template":\d+/g, '"template":0')
    assert.deepEqual(
      contributions(returned).map(withoutNumbers),
      contributions({ text, lines, origin }).map(withoutNumbers),
    )

    // A third server takes over what the second had taken over.
    const third = await testServer()
    const onward = await importInto(third, returned.text, returned.origin)
    assert.deepEqual(onward.rejected, [])
    assert.deepEqual((await verifyRecords(third.db)).faults, [])
    assert.deepEqual(await rows(third, COMPOSERS), await rows(source, COMPOSERS))
  })

  it('works on a server that has templates of its own, whatever their numbers', async () => {
    const target = await testServer()
    await makeWorld(target)
    const { text, origin } = await exportOf(source)
    const { rejected } = await importInto(target, text, origin)
    // The subjects of both worlds are the same.
    const reasons = new Set(
      rejected.map(
        ({ record, reason }: { record: string; reason: string }) => `${record}: ${reason.split(':')[0]}`,
      ),
    )
    assert.ok(reasons.has('ehr: There is another EHR for the subject of this one.'))
    const [, , fifth = ''] = world.ehrs
    // The number of its episode is taken.
    const leftOut = ['number']
    assert.deepEqual(await contentOf(target, fifth, leftOut), await contentOf(source, fifth, leftOut))
    assert.deepEqual((await verifyRecords(target.db)).faults, [])
  })

  it('keeps versions of a template apart that have the same text, so that the same version is in force', async () => {
    const [origin, target] = [await testServer(), await testServer()]
    const route = `/openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}`
    const send = (method: string, path: string, body: string) =>
      origin.call(`${method} ${path}`, { scopes: ALL, headers: { 'Content-Type': 'application/xml' }, body })
    const changed = bloodPressureOpt().replace('<concept>', '<concept> ')
    await send('POST', '/openehr/v1/definition/template/adl1.4', bloodPressureOpt())
    assert.equal((await send('PUT', route, changed)).status, 204)
    assert.equal((await send('PUT', route, bloodPressureOpt())).status, 204)
    const exported = await exportOf(origin)
    assert.deepEqual((await importInto(target, exported.text, exported.origin)).rejected, [])
    const textOf = async (server: RunningServer, query: string) => {
      const headers = { Accept: 'application/xml' }
      return (await server.call(`GET ${route}${query}`, { scopes: ALL, headers })).text
    }
    for (const query of ['', '?version=1', '?version=2', '?version=3'])
      assert.equal(await textOf(target, query), await textOf(origin, query), query)
    const again = await importInto(target, exported.text, exported.origin)
    assert.deepEqual([again.added, again.rejected], [0, []])
  })

  it('rejects what was changed, what is another under the same id, and what was erased here, each with its reason', async () => {
    const target = await testServer()
    const { text, lines, origin } = await exportOf(source)
    const changed = text.replace('"name":"by the new template"', '"name":"by somebody else"')
    assert.notEqual(changed, text)
    const first = await importInto(target, changed, origin)
    assert.equal(first.rejected.length, 1)
    assert.match(first.rejected[0].reason, /does not match its signature/)
    assert.equal(first.added, lines.length - 3)
    const second = await importInto(target, text, origin)
    assert.deepEqual([second.added, second.rejected.length], [1, 0])

    const [ehrId = ''] = world.ehrs
    const gone = await target.call(`DELETE /openehr/v1/admin/ehr/${ehrId}`, { scopes: ALL })
    assert.equal(gone.status, 204, gone.text)
    const third = await importInto(target, text, origin)
    assert.equal(third.added, 0)
    assert.ok(third.rejected.length > 0)
    for (const { reason } of third.rejected) assert.match(reason, /physically deleted|There is no EHR/)
    assert.deepEqual((await verifyRecords(target.db)).faults, [])
  })

  it('brings an EHR that is there to the state of a later export, and never back', async () => {
    const target = await testServer()
    const { call, callAt, ehr, composition } = world.records
    const ehrId = await ehr(status(aboutSubject('early')))
    const early = await exportOf(source, `?ehr_id=${ehrId}`)
    assert.deepEqual((await importInto(target, early.text, early.origin)).rejected, [])

    const headers = { 'If-Match': idOf(await call(`GET /ehr/${ehrId}/ehr_status`)) }
    const changed = status({ ...aboutSubject('late'), is_queryable: false })
    assert.equal((await call(`PUT /ehr/${ehrId}/ehr_status`, changed, headers)).status, 204)
    assert.equal((await call(`POST /ehr/${ehrId}/directory`, folder('root'))).status, 201)
    const episode = await callAt(`POST /extra/v1/ehr/${ehrId}/episode`, {
      name: 'Ward 4',
      startsAt: '2026-01-02T03:04:05+01:00',
    })
    await composition(ehrId, 'later', { 'cairn-episode': episode.json().uid })
    const late = await exportOf(source, `?ehr_id=${ehrId}`)
    const result = await importInto(target, late.text, late.origin)
    assert.deepEqual(result.rejected, [])
    // Templates have other numbers here, so that signatures are stored otherwise.
    const rowsIn = (server: RunningServer) => contentOf(server, ehrId, ['envelope'])
    assert.deepEqual(await rowsIn(target), await rowsIn(source))
    assert.deepEqual((await verifyRecords(target.db)).faults, [])

    const again = await importInto(target, early.text, early.origin)
    assert.deepEqual([again.added, again.rejected], [0, []])
    assert.deepEqual(await rowsIn(target), await rowsIn(source))
  })

  it('refuses a body that is not UTF-8, and takes one without lines', async () => {
    const send = (body: Uint8Array) =>
      source.call('POST /admin/v1/import', {
        scopes: ALL,
        headers: { 'Content-Type': 'application/x-ndjson' },
        body,
      })
    const broken = await send(Buffer.from('{"record":"ehr","name":"f\xfcnf"}', 'latin1'))
    assert.deepEqual([broken.status, broken.json().code], [400, 'request.malformed'])
    const empty = await send(Buffer.from('\n \r\n\t'))
    assert.deepEqual(empty.json(), { added: 0, skipped: 0, rejected: [] })
  })

  it('rejects lines that are no records, and takes over the others', async () => {
    const target = await testServer()
    const { text, origin } = await exportOf(source)
    const broken = [
      'not JSON',
      '[]',
      '{"record":"patient"}',
      '{"record":"ehr"}',
      '{"record":"contribution","ehr_id":1}',
    ]
    const { rejected } = await importInto(target, `${broken.join('\n')}\n${text}`, origin)
    assert.deepEqual(
      rejected.map(({ line }: { line: number }) => line),
      [1, 2, 3, 4, 5],
    )
    assert.deepEqual(await rows(target, COMPOSERS), await rows(source, COMPOSERS))
  })
})
