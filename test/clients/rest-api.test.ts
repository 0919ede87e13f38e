/** Statuses and headers where the text of the openEHR REST API 1.1.0 is stricter than it may look. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'

const PREFIX = '/ehrbase/rest/openehr/v1'
const server = await testServer({ env: { CAIRN_PREFIXES: PREFIX } })
await uploadTemplate(server)

const write = (request: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call(request, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const statusOf = async (ehrId: string) =>
  server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' })

describe('what breaks rules', () => {
  const refused = (answer: Answer, status: number, code: string) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text)
    assert.ok(answer.json().errors.length > 0)
  }

  it('is 422 where it is a COMPOSITION', async () =>
    refused(
      await postComposition(server, await newEhr(server), { ...bloodPressure(), category: 1 }),
      422,
      'data.invalid',
    ))

  it('is 400 where it is an EHR_STATUS', async () => {
    const status = { _type: 'EHR_STATUS', is_queryable: 'yes' }
    refused(await write('POST /openehr/v1/ehr', status), 400, 'ehr_status.invalid')
    const ehrId = await newEhr(server)
    const headers = { 'If-Match': idOf(await statusOf(ehrId)) }
    refused(
      await write(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, status, headers),
      400,
      'ehr_status.invalid',
    )
  })

  it('is 400 where it is a FOLDER', async () =>
    refused(
      await write(`POST /openehr/v1/ehr/${await newEhr(server)}/directory`, { _type: 'FOLDER' }),
      400,
      'folder.invalid',
    ))

  it('is 400 where it is a CONTRIBUTION, whatever its versions hold', async () => {
    const audit = { change_type: '249', committer: { name: 'Dr A' } }
    const version = (data: unknown) => ({ data, lifecycle_state: '532', commit_audit: audit })
    for (const data of [
      { ...bloodPressure(), category: 1 },
      bloodPressure([], 'unknown'),
      { _type: 'FOLDER' },
    ])
      refused(
        await write(`POST /openehr/v1/ehr/${await newEhr(server)}/contribution`, {
          audit,
          versions: [version(data)],
        }),
        400,
        'contribution.invalid',
      )
  })
})

describe('a write that comes too late', () => {
  it('is told where the latest version is, by ETag and Location', async () => {
    const ehrId = await newEhr(server)
    const first = idOf(await postComposition(server, ehrId))
    const second = idOf(await putComposition(server, ehrId, first))
    const late = await putComposition(server, ehrId, first)
    assert.equal(late.status, 412)
    assert.equal(idOf(late), second)
    const location = late.headers.get('location') ?? ''
    assert.ok(location.endsWith(`/openehr/v1/ehr/${ehrId}/composition/${second}`), location)

    const deleted = await server.call(`DELETE ${PREFIX}/ehr/${ehrId}/composition/${first}`, {
      scopes: 'api.write',
    })
    assert.equal(deleted.status, 409)
    assert.ok(
      deleted.headers.get('location')?.endsWith(`${PREFIX}/ehr/${ehrId}/composition/${second}`),
      'below the prefix that was called',
    )
  })

  it('is told so for an EHR_STATUS, a directory and a contribution, too', async () => {
    const ehrId = await newEhr(server)
    const status = await statusOf(ehrId)
    const late = { 'If-Match': idOf(status).replace(/\d+$/, '9') }
    const put = await write(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, status.json(), late)
    assert.equal(put.status, 412)
    assert.ok(put.headers.get('location')?.endsWith(`/ehr/${ehrId}/ehr_status/${idOf(status)}`))

    const folder = {
      _type: 'FOLDER',
      name: { value: 'root' },
      archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
    }
    const directory = await write(`POST /openehr/v1/ehr/${ehrId}/directory`, folder)
    const again = await write(`PUT /openehr/v1/ehr/${ehrId}/directory`, folder, late)
    assert.equal(again.status, 412)
    assert.ok(again.headers.get('location')?.endsWith(`/ehr/${ehrId}/directory/${idOf(directory)}`))

    const first = idOf(await postComposition(server, ehrId))
    const second = idOf(await putComposition(server, ehrId, first))
    const contribution = await write(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
      audit: { change_type: '251', committer: { name: 'Dr A' } },
      versions: [
        {
          preceding_version_uid: { value: first },
          lifecycle_state: '532',
          commit_audit: { change_type: '251', committer: { name: 'Dr A' } },
          data: bloodPressure(),
        },
      ],
    })
    assert.equal(contribution.status, 412)
    assert.ok(contribution.headers.get('location')?.endsWith(`/ehr/${ehrId}/composition/${second}`))
  })
})

describe('a call without a token', () => {
  for (const [name, headers] of [
    ['no Authorization', {}],
    ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
  ] as const)
    it(`is 401 with a challenge that carries no error: ${name}`, async () => {
      const answer = await server.call('GET /openehr/v1/definition/template/adl1.4', { headers })
      assert.deepEqual([answer.status, answer.json().code], [401, 'auth.token_missing'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="[^"]*"$/)
    })

  it('is told of the error where there was a token', async () => {
    const headers = { Authorization: 'Bearer a.b.c' }
    const answer = await server.call('GET /openehr/v1/definition/template/adl1.4', { headers })
    assert.equal(answer.status, 401)
    assert.match(
      answer.headers.get('www-authenticate') ?? '',
      /error="invalid_token", error_description="[^"]+"/,
    )
  })
})
