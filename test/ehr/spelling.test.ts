/** A document is stored, signed and sent in the form of RFC 8785, however the client spelled it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { canonicalize } from '@cairn-ehr/openehr/format'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { note, openRecords } from '../admin/records.ts'
import { idOf, reversed } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const records = await openRecords(server)
const ehrId = await records.ehr()

const document = note('Zoë “Ann” 😀 says "null" \\ud800')
const printed = JSON.stringify(document)
const { composer, ...others } = document
const chosen = () => ({ uid: { _type: 'HIER_OBJECT_ID', value: randomUUID() } })
const uidFirst = { ...chosen(), ...document }
const uidInside = { ...others, ...chosen(), composer }

/** Texts, and the values that they stand for. */
const SPELLINGS: Readonly<Record<string, readonly [text: string, value: object]>> = {
  'as it is printed': [printed, document],
  'with white space': [JSON.stringify(document, null, 2), document],
  'with a line after it': [`${printed}\n`, document],
  'with a byte order mark': [`\ufeff${printed}`, document],
  'with escapes': [printed.replace('Zoë', 'Zo\\u00eb'), document],
  'with numbers in another form': [printed.replace(/("magnitude":\d+)([,}])/, '$1.0$2'), document],
  'with an empty list': [JSON.stringify({ ...document, links: [] }), document],
  'with its uid first': [JSON.stringify(uidFirst), uidFirst],
  'with its uid in the middle': [JSON.stringify(uidInside), uidInside],
  'with its members in another order': [JSON.stringify(reversed(document)), document],
  'without its type': [JSON.stringify({ ...document, _type: undefined }), document],
}

const stored = async (text: string) => {
  const made = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.read api.write',
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    body: text,
  })
  assert.equal(made.status, 201, made.text)
  const read = await records.call(`GET /ehr/${ehrId}/composition/${idOf(made)}`)
  assert.equal(read.text, made.text)
  return { found: read.text, versionUid: idOf(made) }
}

describe('a document', () => {
  for (const [title, [text, value]] of Object.entries(SPELLINGS))
    it(`${title} is stored in the one form`, async () => {
      const { found, versionUid } = await stored(text)
      const uid = { _type: 'OBJECT_VERSION_ID', value: versionUid }
      assert.equal(found, canonicalize({ ...value, uid }))
    })

  it('has a signature over what was stored', async () => {
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })
})
