/** Records written through a datamap: an existing record is addressed, changed and deleted. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { deleteRecord, furnishWard, getRecord, postRecord, putRecord, saveDatamap } from './ward.ts'
import { CELLS, columnsOf, compositionOf, faults, hasNode, type ShownRecord, shown } from './ward-records.ts'

const server = await testServer({ env: { CAIRN_TERRITORY: 'NL' } })
const UNKNOWN = '7d44b88c-4199-4bad-97dc-d78268e01398'
let ehr = ''

before(async () => {
  await furnishWard(server)
  ehr = await newEhr(server)
})

const newRecord = async (record: Record<string, unknown> = {}): Promise<ShownRecord> =>
  shown(await postRecord(server, ehr, { remark: 'Sleeps well', ...record }))

describe('PUT of a record', () => {
  it('replaces what the datamap shows, as a version of its own', async () => {
    const first = shown(await postRecord(server, ehr, CELLS))
    const wanted = { ...CELLS, weight: 72, contact: { code: 'at0021', value: 'Face to face' }, drugs: [] }
    const answer = await putRecord(server, first.uid, wanted)
    assert.equal(answer.status, 200)
    const second = shown(answer)
    assert.deepEqual(columnsOf(second), wanted)
    assert.equal(second['version_tree_id'], 2)
    assert.equal(idOf(answer), second.vuid)
    assert.deepEqual(shown(await getRecord(server, first.uid)), second)
  })

  it('of the record as it was read changes nothing in the composition', async () => {
    const record = shown(await postRecord(server, ehr, CELLS))
    const before = await compositionOf(server, ehr, record)
    const again = shown(await putRecord(server, record.uid, record))
    const { uid: _was, ...rest } = before
    const { uid: _is, ...after } = await compositionOf(server, ehr, again)
    assert.equal(JSON.stringify(after), JSON.stringify(rest))
  })

  it('empties the columns that are null or left out', async () => {
    const record = shown(await postRecord(server, ehr, CELLS))
    const second = shown(
      await putRecord(server, record.uid, { when: CELLS['when'], who: 'Me', remark: 'Alone', visits: null }),
    )
    const empty = Object.entries(columnsOf(second)).filter(([, cell]) => cell === null)
    assert.equal(empty.length, Object.keys(CELLS).length - 5)
    assert.deepEqual(second['drugs'], [])
    const composition = await compositionOf(server, ehr, second)
    assert.deepEqual(
      composition.content[0].data.items.map((item: { archetype_node_id: string }) => item.archetype_node_id),
      ['at0004', 'at0024'],
    )
  })

  it('keeps what the datamap does not show, in its place', async () => {
    const full = { datamap: 'drugs with remarks' }
    const drugs = [
      { name: 'A', dose: 1, remark: 'of A' },
      { name: 'B', dose: 2, remark: 'of B' },
      { name: 'C', dose: 3, remark: 'of C' },
    ]
    const record = shown(await postRecord(server, ehr, { ...CELLS, drugs }, full))
    const put = async (rows: readonly unknown[]) => {
      const current = shown(await getRecord(server, record.uid))
      shown(await putRecord(server, record.uid, { ...columnsOf(current), drugs: rows }))
      return shown(await getRecord(server, record.uid, full.datamap))['drugs']
    }
    assert.deepEqual(
      await put([
        { name: 'A', dose: 9 },
        { name: 'New', dose: 7 },
        { name: 'C', dose: 3 },
      ]),
      [
        { name: 'A', dose: 9, remark: 'of A' },
        { name: 'New', dose: 7, remark: null },
        { name: 'C', dose: 3, remark: 'of C' },
      ],
    )
    assert.deepEqual(
      await put([
        { name: 'C', dose: 3 },
        { name: 'A', dose: 9 },
      ]),
      [
        { name: 'C', dose: 3, remark: 'of C' },
        { name: 'A', dose: 9, remark: 'of A' },
      ],
    )
  })

  it('leaves a stored value as it is, whole, where its cell is the same', async () => {
    const record = shown(await postRecord(server, ehr, CELLS))
    const composition = await compositionOf(server, ehr, record)
    const items = composition.content[0].data.items
    const weight = items.find(hasNode('at0008'))
    weight.value.precision = 1
    weight.value.accuracy = 0.5
    weight.value.accuracy_is_percent = false
    const seen = items.find(hasNode('at0014'))
    seen.value.value = '2026-11-14T10:00:00'
    const changed = await server.call(`PUT /openehr/v1/ehr/${ehr}/composition/${record.uid}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${record.vuid}"` },
      body: JSON.stringify(composition),
    })
    assert.equal(changed.status, 204, changed.text)
    const current = shown(await getRecord(server, record.uid))
    assert.equal(current['seen'], '2026-11-14T10:00:00')
    const second = shown(await putRecord(server, record.uid, { ...current, visits: 4 }))
    const after = await compositionOf(server, ehr, second)
    assert.deepEqual(after.content[0].data.items.filter(hasNode('at0008')), [weight])
  })

  it('keeps what a composition cannot be without where the record does not mention it, and refuses to empty it', async () => {
    const record = shown(await postRecord(server, ehr, CELLS))
    const second = shown(await putRecord(server, record.uid, { remark: 'Only this' }))
    assert.deepEqual(
      [second['when'], second['who'], second['place']],
      [CELLS['when'], CELLS['who'], CELLS['place']],
    )
    const answer = await putRecord(server, record.uid, { remark: 'x', when: null, who: null })
    assert.deepEqual(faults(answer), [
      422,
      'data.invalid',
      'who PARTY_IDENTIFIED.Basic_validity',
      'when rm.mandatory',
    ])
  })

  it('needs If-Match, as that of a composition does', async () => {
    const record = await newRecord()
    for (const uid of [record.uid, record.vuid]) {
      const answer = await putRecord(server, uid, { ...record, visits: 9 }, { headers: {} })
      assert.deepEqual(faults(answer), [400, 'version.precondition_missing'])
    }
    assert.deepEqual(shown(await getRecord(server, record.uid)), record)
  })

  it('is refused over another version than If-Match names', async () => {
    const record = await newRecord()
    const second = shown(
      await putRecord(
        server,
        record.uid,
        { ...columnsOf(record), visits: 1 },
        { headers: { 'If-Match': `"${record.vuid}"` } },
      ),
    )
    const late = await putRecord(server, record.uid, columnsOf(record), {
      headers: { 'If-Match': `"${record.vuid}"` },
    })
    assert.deepEqual(faults(late), [412, 'version.conflict'])
    assert.equal(idOf(late), second.vuid)
  })

  it('takes fixed fields that are as they are, and refuses others', async () => {
    const record = await newRecord()
    const second = shown(await putRecord(server, record.uid, { ...record, visits: 1 }))
    assert.equal(second['visits'], 1)
    const wrong = await putRecord(server, record.uid, {
      ...second,
      episode_status: 'inactive',
      artefact_id: 0,
    })
    assert.deepEqual(faults(wrong), [
      400,
      'datamap.record_invalid',
      'episode_status datamap.readonly',
      'artefact_id datamap.readonly',
    ])
    const stale = await putRecord(server, record.uid, { ...record, visits: 2 })
    assert.deepEqual(faults(stale), [412, 'version.conflict'])
    assert.equal(idOf(stale), second.vuid)
  })

  it('refuses to empty a column whose next value would come to light', async () => {
    const record = await newRecord({ aside: 'First' })
    const composition = await compositionOf(server, ehr, record)
    const items = composition.content[0].data.items
    const aside = items.find(hasNode('at0025'))
    items.push({ ...aside, value: { ...aside.value, value: 'Second' } })
    await server.call(`PUT /openehr/v1/ehr/${ehr}/composition/${record.uid}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${record.vuid}"` },
      body: JSON.stringify(composition),
    })
    const emptied = await putRecord(server, record.uid, { ...columnsOf(record), aside: null })
    assert.deepEqual(faults(emptied), [422, 'data.invalid', 'aside datamap.hidden_value'])
    const changed = shown(await putRecord(server, record.uid, { ...columnsOf(record), aside: 'Changed' }))
    const after = await compositionOf(server, ehr, changed)
    assert.deepEqual(
      after.content[0].data.items
        .filter(hasNode('at0025'))
        .map((item: { value: { value: string } }) => item.value.value),
      ['Changed', 'Second'],
    )
  })
})

describe('the address of a record', () => {
  it('is its uid, or its latest version', async () => {
    const record = await newRecord()
    const second = shown(await putRecord(server, record.vuid, { ...columnsOf(record), visits: 1 }))
    assert.deepEqual(shown(await getRecord(server, second.vuid)), second)
    assert.deepEqual(faults(await getRecord(server, record.vuid)), [404, 'datamap.record_not_found'])
    assert.deepEqual(faults(await putRecord(server, record.vuid, {})), [412, 'version.conflict'])
    assert.deepEqual(faults(await getRecord(server, '17')), [404, 'datamap.record_not_found'])
    assert.deepEqual(faults(await getRecord(server, UNKNOWN)), [404, 'datamap.record_not_found'])
  })

  it('may name its EHR, which must be the right one', async () => {
    const record = await newRecord()
    const other = await newEhr(server)
    assert.equal((await getRecord(server, `${record.uid}?ehrUid=${ehr}`)).status, 200)
    assert.deepEqual(faults(await getRecord(server, `${record.uid}?ehrUid=${other}`)), [
      404,
      'datamap.record_not_found',
    ])
    assert.deepEqual(faults(await getRecord(server, `${record.uid}?ehrUid=${UNKNOWN}`)), [
      404,
      'ehr.not_found',
    ])
    assert.deepEqual(faults(await putRecord(server, `${record.uid}?ehrUid=${other}`, { remark: 'x' })), [
      404,
      'datamap.record_not_found',
    ])
    assert.deepEqual(faults(await getRecord(server, `${record.uid}?ehrUid=17`)), [400, 'id.malformed'])
  })

  it('answers HEAD like GET, without a body', async () => {
    const record = await newRecord()
    const head = (uid: string) => server.call(`HEAD /extra/v1/datamap/ward/${uid}`, { scopes: 'api.read' })
    const answer = await head(record.uid)
    assert.deepEqual([answer.status, answer.text, idOf(answer)], [200, '', record.vuid])
    assert.equal((await head(UNKNOWN)).status, 404)
  })

  it('leads to nothing for a composition of another template', async () => {
    await uploadTemplate(server)
    const other = idOf(await postComposition(server, ehr))
    const uid = other.split('::')[0] ?? ''
    for (const answer of [
      await getRecord(server, uid),
      await putRecord(server, uid, { remark: 'x' }),
      await deleteRecord(server, uid),
      await postRecord(server, ehr, { uid, remark: 'x' }, { headers: { 'If-Match': '*' } }),
    ])
      assert.deepEqual(faults(answer), [404, 'datamap.record_not_found'])
  })
})

describe('DELETE of a record', () => {
  it('deletes the composition and answers 200; then there is no such record', async () => {
    const record = await newRecord()
    const answer = await deleteRecord(server, record.uid)
    assert.equal(answer.status, 200)
    assert.equal(idOf(answer), record.vuid.replace(/1$/, '2'))
    for (const gone of [
      await getRecord(server, record.uid),
      await putRecord(server, record.uid, { remark: 'x' }),
      await deleteRecord(server, record.uid),
    ])
      assert.deepEqual(faults(gone), [404, 'datamap.record_not_found'])
    const composition = await server.call(`GET /openehr/v1/ehr/${ehr}/composition/${record.uid}`, {
      scopes: 'api.read',
    })
    assert.equal(composition.status, 204)
  })

  it('honours If-Match when it is given', async () => {
    const record = await newRecord()
    const wrong = await deleteRecord(server, record.uid, {
      headers: { 'If-Match': `"${record.uid}::cairn.local::7"` },
    })
    assert.deepEqual(faults(wrong), [412, 'version.conflict'])
    const right = await deleteRecord(server, record.uid, { headers: { 'If-Match': `"${record.vuid}"` } })
    assert.equal(right.status, 200)
  })
})

describe('columns that show the same place', () => {
  before(() =>
    saveDatamap(server, 'twice', [
      { add: 'id', path: '/uid/value' },
      {
        add: 'remark',
        path: '/content[openEHR-EHR-EVALUATION.ward_note.v1]/data[at0001]/items[at0004]/value',
      },
      {
        add: 'text',
        path: '/content[openEHR-EHR-EVALUATION.ward_note.v1]/data[at0001]/items[at0004]/value/value',
      },
    ]),
  )

  it('must agree', async () => {
    const datamap = 'twice'
    const record = shown(await postRecord(server, ehr, { remark: 'a', text: 'a' }, { datamap }))
    assert.equal(record['id'], record.vuid)
    const answer = await putRecord(server, record.uid, { ...record, text: 'b' }, { datamap })
    assert.deepEqual(faults(answer), [422, 'data.invalid', 'remark datamap.not_kept'])
    const both = shown(
      await putRecord(server, record.uid, { ...record, remark: 'b', text: 'b' }, { datamap }),
    )
    assert.deepEqual([both['remark'], both['text']], ['b', 'b'])
  })

  it('cannot set the uid of a composition', async () => {
    const answer = await postRecord(server, ehr, { id: UNKNOWN, text: 'a' }, { datamap: 'twice' })
    assert.deepEqual(faults(answer), [400, 'datamap.record_invalid', 'id datamap.readonly'])
  })
})

describe('columns of the reference model', () => {
  const NOTE = '/content[openEHR-EHR-EVALUATION.ward_note.v1]'
  const datamap = 'attributes'
  before(() =>
    saveDatamap(server, datamap, [
      { add: 'remark', path: `${NOTE}/data[at0001]/items[at0004]/value` },
      { add: 'kilograms', path: `${NOTE}/data[at0001]/items[at0008]/value/magnitude` },
      { add: 'provider', path: `${NOTE}/provider/name` },
      { add: 'provider_id', path: `${NOTE}/provider/external_ref/id/value` },
      { add: 'language', path: '/language/code_string' },
      { add: 'setting', path: '/context/setting' },
      { add: 'facility', path: '/context/health_care_facility/name' },
      { add: 'location', path: '/context/location' },
      { add: 'composer', path: '/composer' },
    ]),
  )
  const cells = {
    remark: 'x',
    kilograms: 70,
    provider: 'Dr Peters',
    provider_id: '17',
    language: 'nl',
    setting: { code: '229', value: 'primary nursing care' },
    facility: 'Hospital',
    location: 'Ward 3',
    composer: { _type: 'PARTY_IDENTIFIED', name: 'Dr Smit' },
  }

  it('are written with what belongs to them, and taken out with what is nothing without them', async () => {
    const record = shown(await postRecord(server, ehr, cells, { datamap }))
    assert.deepEqual(columnsOf(record), cells)
    const wanted = { ...cells, kilograms: null, provider_id: null, facility: null, location: null }
    const second = shown(await putRecord(server, record.uid, wanted, { datamap }))
    assert.deepEqual(columnsOf(second), wanted)
    const { content, context } = await compositionOf(server, ehr, second)
    assert.deepEqual(content[0].provider, { _type: 'PARTY_IDENTIFIED', name: 'Dr Peters' })
    assert.deepEqual(Object.keys(context).sort(), ['_type', 'setting', 'start_time'])
  })
})

describe('the audit trail', () => {
  const events = sql<{ ehr_id: string | null; action: string; status: number }, [path: string]>({
    name: 'test.events',
    text: `select ehr_id, action, status from cairn.audit_event where path like $1 order by at, action`,
  })

  it('has the EHR of a record, whether or not the call names it', async () => {
    const record = await newRecord()
    await getRecord(server, record.uid)
    await putRecord(server, record.uid, columnsOf(record))
    await deleteRecord(server, record.uid)
    await getRecord(server, `${record.uid}?ehrUid=${ehr}`)
    const found = async () => server.db.query(events, [`%${record.uid}`])
    for (let tries = 0; tries < 100 && (await found()).length < 4; tries++) await setTimeout(50)
    assert.deepEqual(
      (await found()).map(({ ehr_id, action, status }) => `${action} ${status} ${ehr_id === ehr}`),
      ['R 200 true', 'U 200 true', 'D 200 true', 'R 404 true'],
    )
  })
})

describe('two who write at once', () => {
  it('do not lose each other: one is answered, the other is told', async () => {
    const record = await newRecord()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(visits => putRecord(server, record.uid, { ...columnsOf(record), visits })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.ok(
      statuses.every(status => status === 200 || status === 412),
      String(statuses),
    )
    const done = statuses.filter(status => status === 200).length
    assert.equal(shown(await getRecord(server, record.uid))['version_tree_id'], 1 + done)
  })
})
