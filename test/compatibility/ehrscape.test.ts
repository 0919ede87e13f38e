/** Programs that were made for EhrScape (`/rest/v1`) or for EHRbase's module of it (`/rest/ecis/v1`), each call a case. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { newEhr, TEMPLATE_ID } from '../records.ts'
import { attribute, openCollector } from '../watch/collector.ts'
import { EHRSCAPE_CASES, type EhrscapeCase } from './ehrscape-cases.ts'
import { flatWithoutUid, openProgram } from './ehrscape-program.ts'

const collector = await openCollector()
const { server, records, send } = await openProgram({
  CAIRN_TRACE_URL: collector.url,
  CAIRN_TRACE_RATIO: '0',
})
const TEMPLATE = encodeURIComponent(TEMPLATE_ID)

const ehrId = await newEhr(server)
const first = await records.composition(ehrId, 'first')
const FLAT = await flatWithoutUid(records, ehrId, first)
const XML = (
  await records.call(`GET /ehr/${ehrId}/composition/${first}`, undefined, { Accept: 'application/xml' })
).text.replace(/<uid.*?<\/uid>/s, '')

const HREF = /^http:\/\/.*\/rest\/(ecis\/)?v1\//
const KINDS: Record<string, RegExp> = {
  uid: /^[0-9a-f-]{36}::cairn\.local::\d+$/,
  'uid 2': /^[0-9a-f-]{36}::cairn\.local::2$/,
}

const memberOf = (value: unknown, path: string): unknown =>
  path.split('/').reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

/** Returns the body of a case. Objects go through their text, so that placeholders are filled. */
function bodyOf(body: EhrscapeCase['body'], fill: (text: string) => string): unknown {
  if (body === 'FLAT') return FLAT
  if (body === 'XML') return XML
  return body && JSON.parse(fill(JSON.stringify(body)))
}

describe('a call of', () => {
  for (const { id, request, body, status, answer: expected = {} } of EHRSCAPE_CASES)
    it(id, async () => {
      const uid = await records.composition(ehrId, id)
      const fill = (text: string) =>
        text
          .replaceAll('{ehr}', ehrId)
          .replaceAll('{uid}', uid)
          .replaceAll('{object}', uid.split('::')[0] ?? '')
      const answer = await send(fill(request), { body: bodyOf(body, fill) })
      assert.equal(answer.status, status, answer.text)
      for (const [path, value] of Object.entries(expected)) {
        const found = memberOf(answer.json(), path)
        const kind = KINDS[String(value)]
        if (kind) assert.match(String(found), kind, path)
        else assert.equal(found, typeof value === 'string' ? fill(value) : value, path)
      }
      if (status < 300 && 'action' in expected) assert.match(answer.json().meta.href, HREF)
    })

  it('POST composition names the committer', async () => {
    const answer = await send(
      `POST /rest/v1/composition?ehrId=${ehrId}&templateId=${TEMPLATE}&committerName=${encodeURIComponent('Dr. "Ŧ"')}`,
      { body: FLAT },
    )
    const [object = ''] = answer.json().compositionUid.split('::')
    const version = await records.call(`GET /ehr/${ehrId}/versioned_composition/${object}/version`)
    assert.equal(version.json().commit_audit.committer.name, 'Dr. "Ŧ"')
  })

  it('GET composition has the data in the format that was asked for', async () => {
    const json = (await send(`GET /rest/v1/composition/${first}?format=JSON`)).json()
    assert.equal(json.composition._type, 'COMPOSITION')
    const xml = (await send(`GET /rest/ecis/v1/composition/${first}`)).json()
    assert.match(xml.composition, /^<\?xml|^<composition/)
  })

  for (const format of ['JSON', 'FLAT', 'XML'])
    it(`GET composition in ${format} reads it once`, async () => {
      const { traceparent, spans } = collector.trace()
      const answer = await send(`GET /rest/v1/composition/${first}?format=${format}`, {
        headers: { traceparent },
      })
      assert.equal(answer.json().templateId, TEMPLATE_ID)
      await eventually('the spans of the request', () => spans().some(({ kind }) => kind === 2))
      const reads = spans().filter(span => attribute(span, 'db.query.summary') === 'version.byNumber')
      assert.equal(reads.length, 1)
    })
})
