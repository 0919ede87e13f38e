/** Stored queries by POST as clients of other servers send them: what they leave out has a default on lenient addresses. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sendRaw } from '../http/raw.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const PREFIX = '/ehrbase/rest/openehr/v1/query'
const servers = [
  [
    'an address of CAIRN_PREFIXES',
    await asking({ env: { CAIRN_PREFIXES: '/ehrbase/rest/openehr/v1' } }),
    PREFIX,
  ],
  [
    'CAIRN_WIRE_PROFILE=openehr',
    await asking({ env: { CAIRN_WIRE_PROFILE: 'openehr' } }),
    '/openehr/v1/query',
  ],
] as const

for (const [what, asked, prefix] of servers)
  describe(what, async () => {
    const { server, store } = asked
    const ehr = await newEhr(server)
    await record(asked, ehr, [{ systolic: 120 }, { systolic: 140 }])
    await record(asked, await newEhr(server), [{ systolic: 160 }])
    const q = `SELECT ${SYSTOLIC} FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
    await store('all', '1.0.0', q)

    const post = (body: string | undefined, headers: Record<string, string> = {}) =>
      server.call(`POST ${prefix}/all/1.0.0`, {
        scopes: 'api.read',
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body }),
      })
    const ALL = [[120], [140], [160]]
    const PARTIAL: readonly [body: string, rows: readonly unknown[]][] = [
      ['{}', ALL],
      ['null', ALL],
      ['', ALL],
      ['{"fetch":2}', [[120], [140]]],
      ['{"offset":1}', [[140], [160]]],
      [`{"query_parameters":{"ehr_id":"${ehr}"}}`, [[120], [140]]],
      ['{"fetch":null,"offset":null,"query_parameters":null}', ALL],
      ['{"fetch":1,"offset":null,"query_parameters":{}}', [[120]]],
    ]
    for (const [body, rows] of PARTIAL)
      it(`${body === '' ? 'an empty body' : body.replace(ehr, '…')}: defaults`, async () => {
        const answer = await post(body)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.json().rows, rows)
      })

    it('no body and no Content-Type at all, and the EHR in a header', async () => {
      const answer = await post(undefined, { 'openehr-ehr-id': ehr })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.json().rows, [[120], [140]])
    })

    it('a chunked body that turns out to be empty', async () => {
      const token = await server.token('api.read')
      const answer = await sendRaw(
        server.url,
        [
          `POST ${prefix}/all/1.0.0 HTTP/1.1`,
          `Host: ${new URL(server.url).host}`,
          `Authorization: Bearer ${token}`,
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
          'Connection: close',
          '',
          '0',
          '',
          '',
        ].join('\r\n'),
      )
      assert.equal(answer.status, 200, answer.text)
    })

    it('what is there is checked as ever', async () => {
      for (const body of ['{"fetch":"2"}', '{"query_parameters":{"ehrId":"x"}}', '{"fetsch":2}', '[]', '{'])
        assert.equal((await post(body)).status, 400, body)
      const adhoc = await server.call(`POST ${prefix}/aql`, {
        scopes: 'api.read',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ q, fetch: null, offset: null, query_parameters: null }),
      })
      assert.deepEqual(adhoc.json().rows, ALL)
    })
  })
