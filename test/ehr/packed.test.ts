/** Documents are stored compressed, and nothing that a client sees tells: they are read, queried, merged and erased as before. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import type { EhrId, ObjectId } from '../../packages/server/src/ids/index.ts'
import { findVersion } from '../../packages/server/src/versions/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { note, objectOf, openRecords } from '../admin/records.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const records = await openRecords(server)
const { call } = records

interface EnvelopeRow {
  readonly ehr_id: EhrId
  readonly object_id: ObjectId
  readonly version: number
  readonly mark: string
  readonly length: number
  readonly envelope: unknown
}

const coded = (code: string, value: string) => data.codedText('openehr', code, value)

interface StoredForm {
  readonly data: string | null
  readonly packed: number | null
  readonly preset_id: number | null
}

const formOf = async (uid: string): Promise<StoredForm | undefined> => {
  const [, , version] = uid.split('::')
  const text = `select data, octet_length(packed) as packed, preset_id from cairn.version
    where object_id = '${objectOf(uid)}' and version = ${version}`
  return (await server.db.query(sql<StoredForm>({ name: 'test.form', text, prepare: false })))[0]
}

const count = async (text: string): Promise<number> =>
  (await server.db.query(sql<{ count: number }>({ name: 'test.count', text, prepare: false })))[0]?.count ??
  -1

/** As versions were stored before documents were compressed. */
async function storeAsText(uid: string): Promise<void> {
  const { text } = await call(`GET /ehr/${ehrId}/composition/${uid}`)
  const [, , version] = uid.split('::')
  await server.db.execute(
    sql<never, [data: string]>({
      name: 'test.asText',
      prepare: false,
      text: `update cairn.version set data = $1, packed = null, preset_id = null
        where object_id = '${objectOf(uid)}' and version = ${version}`,
    }),
    [text],
  )
}

const ehrId = await records.ehr()
const first = await records.composition(ehrId, 'first')

describe('a composition', () => {
  it('is stored compressed', async () => {
    const form = await formOf(first)
    assert.equal(form?.data, null)
    assert.ok(form?.packed && form.packed < 500, `${form?.packed} bytes`)
  })

  it('is read with all that was sent', async () => {
    const { uid, ...sent } = (await call(`GET /ehr/${ehrId}/composition/${first}`)).json()
    assert.deepEqual(uid, { _type: 'OBJECT_VERSION_ID', value: first })
    assert.deepEqual(sent, note('first'))
  })

  it('is found by queries that need the document', async () => {
    const q = `SELECT c FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS COMPOSITION c`
    const { rows } = (await call('POST /query/aql', { q })).json()
    assert.deepEqual(rows[0][0].composer, note('first')['composer'])
  })
})

describe('compressed documents and texts in one database', () => {
  it('are read, updated and queried alike', async () => {
    const second = await records.composition(ehrId, 'second')
    const before = await call(`GET /ehr/${ehrId}/composition/${second}`)
    await storeAsText(second)
    assert.equal((await formOf(second))?.packed, null)
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${second}`)).text, before.text)
    const third = await records.update(ehrId, second, 'third')
    assert.ok((await formOf(third))?.packed)
    const q = `SELECT c/composer/name FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS COMPOSITION c`
    const { rows } = (await call('POST /query/aql', { q })).json()
    assert.deepEqual(rows, [['first'], ['third']])
  })

  it('a deletion has neither, and is a deletion still', async () => {
    const gone = await records.composition(ehrId, 'gone')
    const deletion = idOf(await call(`DELETE /ehr/${ehrId}/composition/${gone}`))
    assert.deepEqual(await formOf(deletion), { data: null, packed: null, preset_id: null })
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${objectOf(gone)}`)).status, 204)
  })

  it('are moved by a merge', async () => {
    const [from, into] = [await records.ehr(), await records.ehr()]
    const uid = await records.composition(from, 'moved')
    const before = (await call(`GET /ehr/${from}/composition/${uid}`)).text
    const merged = await call(`POST /admin/ehr/${into}/merge`, { from })
    assert.ok(merged.status < 300, merged.text)
    assert.equal((await call(`GET /ehr/${into}/composition/${uid}`)).text, before)
  })
})

describe('envelopes', () => {
  it('are stored short, and are the same by SQL as by the interface', async () => {
    const of = await records.ehr()
    const uid = await records.composition(of, 'with a description', {
      'openehr-audit-details': 'committer.name="Dr. Ada", description.value="as \\"told\\""',
    })
    const change = { change_type: coded('666', 'attestation'), committer: { _type: 'PARTY_SELF' } }
    const attested = {
      preceding_version_uid: { _type: 'OBJECT_VERSION_ID', value: uid },
      lifecycle_state: coded('532', 'complete'),
      commit_audit: { _type: 'AUDIT_DETAILS', ...change },
      attestations: [{ _type: 'ATTESTATION', ...change, reason: data.text('seen'), is_pending: false }],
    }
    const contribution = await call(`POST /ehr/${of}/contribution`, {
      versions: [attested],
      audit: { _type: 'AUDIT_DETAILS', ...change },
    })
    assert.equal(contribution.status, 201, contribution.text)
    await call(`DELETE /ehr/${of}/composition/${await records.composition(of, 'deleted')}`)
    const text = `select ehr_id, object_id, version, left(envelope, 1) as mark, octet_length(envelope) as length,
        cairn.envelope_of(v) as envelope from cairn.version v where ehr_id = '${of}'`
    const rows = await server.db.query(sql<EnvelopeRow>({ name: 'test.envelopes', text, prepare: false }))
    assert.equal(rows.length, 5)
    for (const row of rows) {
      const version = await findVersion(server.db, row.ehr_id, row.object_id, row.version)
      assert.deepEqual(row.envelope, JSON.parse(version?.envelope ?? ''))
      assert.equal(row.mark, '~')
    }
    const lengths = rows.map(({ length }) => length)
    assert.ok(Math.min(...lengths) < 300 && Math.max(...lengths) > 350, String(lengths))
  })

  it('give a contribution its audit, also after one of its versions was erased', async () => {
    const of = await records.ehr()
    const made = await call(`POST /ehr/${of}/contribution`, {
      versions: ['a', 'b'].map(says => ({
        lifecycle_state: coded('532', 'complete'),
        commit_audit: { _type: 'AUDIT_DETAILS', change_type: coded('249', 'creation') },
        data: note(says),
      })),
      audit: { _type: 'AUDIT_DETAILS', change_type: coded('249', 'creation') },
    })
    assert.equal(made.status, 201, made.text)
    const address = `GET /ehr/${of}/contribution/${idOf(made)}`
    const before = (await call(address)).json()
    assert.equal(before.audit.change_type.value, 'creation')
    const empty = `select count(*) from cairn.contribution where contribution_id = '${idOf(made)}' and audit = ''`
    assert.equal(await count(empty), 1)
    const [first] = before.versions as { id: { value: string } }[]
    const erased = await call(`DELETE /admin/ehr/${of}/composition/${objectOf(first?.id.value ?? '')}`)
    assert.ok(erased.status < 300, erased.text)
    assert.deepEqual((await call(address)).json().audit, before.audit)
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })
})

describe('presets', () => {
  it('have nothing of a patient, so that erasing an EHR leaves nothing of it', async () => {
    const erased = await records.ehr()
    await records.composition(erased, 'Zachariah Quickthorn')
    const answer = await call(`DELETE /admin/ehr/${erased}`)
    assert.ok(answer.status < 300, answer.text)
    assert.ok((await count('select count(*) from cairn.document_preset')) > 1)
    const left = `select count(*) from cairn.document_preset where text ~ 'Zachariah|Quickthorn|first|clinician|2026'`
    assert.equal(await count(left), 0)
  })
})
