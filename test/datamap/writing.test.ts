/** Records written through a datamap: built, committed, read back, changed and deleted. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { SPEC_FIELDS } from './spec-fields.ts'
import { deleteRecord, furnishWard, getRecord, postRecord, putRecord, saveDatamap } from './ward.ts'

const server = await testServer({ env: { CAIRN_TERRITORY: 'NL' } })
const UNKNOWN = '7d44b88c-4199-4bad-97dc-d78268e01398'
let ehr = ''

before(async () => {
  await furnishWard(server)
  ehr = await newEhr(server)
})

interface Shown {
  readonly [label: string]: unknown
  readonly uid: string
  readonly vuid: string
}

const shown = (answer: Answer): Shown => {
  assert.ok(answer.status < 300, answer.text)
  return answer.json().data
}

const newRecord = async (record: Record<string, unknown> = {}): Promise<Shown> =>
  shown(await postRecord(server, ehr, { remark: 'Sleeps well', ...record }))

/** The columns alone. */
const columnsOf = (record: Shown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([label]) => !SPEC_FIELDS.includes(label)))

async function compositionOf({ uid }: Shown) {
  const answer = await server.call(`GET /openehr/v1/ehr/${ehr}/composition/${uid}`, { scopes: 'api.read' })
  return answer.json()
}

/** Status, code, and each fault as `label rule`. */
const faults = (answer: Answer): unknown => {
  const { code, errors } = answer.json()
  return [
    answer.status,
    code,
    ...errors.map((finding: { path: string; code: string }) => `${finding.path} ${finding.code}`),
  ]
}

/** A cell of every class. */
const CELLS: Readonly<Record<string, unknown>> = {
  when: '2026-11-14T09:30:00+01:00',
  who: 'Nurse Jansen',
  remark: 'Slept well',
  contact: { code: 'at0022', value: 'Telephone' },
  finding: { code: '271807003', value: 'Eruption of skin', terminology: 'SNOMED-CT' },
  swelling: { code: 'at0032', value: 'Present' },
  weight: 71.5,
  temperature: { magnitude: 37.2, units: 'Cel' },
  visits: 3,
  fasting: false,
  born: '1951-03',
  at: '14:05:00',
  seen: '2026-11-14T10:00:00.250Z',
  lasted: 'PT45M',
  link: 'https://example.org/note/1',
  number: { id: '999-17', type: 'ward', issuer: 'Hospital' },
  share: { numerator: 3, denominator: 4, type: 0 },
  range: {
    lower: { magnitude: 1, units: 'mg' },
    upper: { magnitude: 2, units: 'mg' },
    upper_included: false,
  },
  source: { _type: 'DV_PARSABLE', value: '<a/>', formalism: 'text/xml' },
  pressure: 120,
  place: { code: 'at0041', value: 'Ward' },
  aside: 'First',
  drugs: [
    { name: 'Paracetamol', dose: 500 },
    { name: 'Ibuprofen', dose: null },
  ],
}

describe('POST of a record', () => {
  it('answers 201 with the record, its eleven fixed fields first, and where it is', async () => {
    const answer = await postRecord(server, ehr, CELLS)
    const record = shown(answer)
    assert.equal(answer.status, 201)
    assert.deepEqual(Object.keys(record).slice(0, SPEC_FIELDS.length), SPEC_FIELDS)
    assert.equal(idOf(answer), record.vuid)
    assert.match(record.vuid, new RegExp(`^${record.uid}::cairn.local::1$`))
    assert.ok(answer.headers.get('location')?.endsWith(`/extra/v1/datamap/ward/${record.uid}`))
    assert.equal(record['version_tree_id'], 1)
    assert.equal(record['trunk_lifecycle_state'], 'complete')
    assert.match(String(record['episode_start']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('keeps a value of every class: what is read back equals what was written', async () => {
    const posted = shown(await postRecord(server, ehr, CELLS))
    assert.deepEqual(columnsOf(posted), CELLS)
    assert.deepEqual(shown(await getRecord(server, posted.uid)), posted)
    const listed = await server.call(`GET /extra/v1/datamap/ward?uid=${posted.uid}`, { scopes: 'api.read' })
    assert.deepEqual(listed.json().data, [posted])
  })

  it('fills in what the template fixes, and what a composition must have', async () => {
    const record = await newRecord()
    assert.deepEqual(record['place'], { code: 'at0041', value: 'Ward' })
    assert.equal(record['who'], server.client.id)
    const composition = await compositionOf(record)
    assert.equal(composition.territory.code_string, 'NL')
    assert.equal(composition.language.code_string, 'en')
    assert.equal(composition.category.defining_code.code_string, '433')
    assert.equal(composition.archetype_details.template_id.value, 'Ward note.v1')
    assert.match(composition.context.start_time.value, /[+-]\d\d:\d\d$/)
  })

  it('takes the text of a code from the template, where it is left out', async () => {
    const record = await newRecord({ contact: { code: 'at0021' } })
    assert.deepEqual(record['contact'], { code: 'at0021', value: 'Face to face' })
  })

  it('takes the first alternative that a cell fits', async () => {
    assert.equal((await newRecord({ pressure: 120 }))['pressure'], 120)
    assert.equal((await newRecord({ pressure: 'not taken' }))['pressure'], 'not taken')
  })

  it('shows a quantity of another unit with its unit, never as a number', async () => {
    const record = await newRecord({ temperature: { magnitude: 98.6, units: '[degF]' } })
    assert.deepEqual(record['temperature'], { magnitude: 98.6, units: '[degF]' })
  })

  it('names the composer after the committer that the commit headers name', async () => {
    const headers = { 'openehr-audit-details': 'committer.name="Dr Bakker"' }
    const record = shown(await postRecord(server, ehr, { remark: 'x' }, { headers }))
    assert.equal(record['who'], 'Dr Bakker')
  })

  it('takes tags, a lifecycle state and an episode like any commit', async () => {
    const episode = await server.call(`POST /extra/v1/ehr/${ehr}/episode`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Admission' }),
    })
    const uid = episode.json().uid
    const answer = await postRecord(
      server,
      ehr,
      {},
      {
        headers: {
          'cairn-episode': uid,
          'openehr-item-tag': 'key="ward",value="3"',
          'openehr-version': 'lifecycle_state.code_string="553"',
        },
      },
    )
    const record = shown(answer)
    assert.equal(record['episode_uid'], uid)
    assert.equal(record['trunk_lifecycle_state'], 'incomplete')
    assert.match(answer.headers.get('openehr-item-tag') ?? '', /ward/)
  })

  it('with the uid of a record adds a version to it', async () => {
    const first = await newRecord({ visits: 1 })
    const headers = { 'If-Match': `"${first.vuid}"` }
    const answer = await postRecord(server, ehr, { uid: first.uid, remark: 'Again', visits: 2 }, { headers })
    assert.equal(answer.status, 201)
    const second = shown(answer)
    assert.equal(second.uid, first.uid)
    assert.equal(second['version_tree_id'], 2)
    assert.equal(second['version_object_id'], first['version_object_id'])
    assert.equal(second['visits'], 2)
  })

  it('with the uid of a record must say which version it follows', async () => {
    const first = await newRecord({ visits: 1 })
    const blind = await postRecord(server, ehr, { uid: first.uid, remark: 'Over it', visits: 2 })
    assert.deepEqual(faults(blind), [400, 'version.precondition_missing'])
    const named = await postRecord(server, ehr, { ...first, visits: 3 })
    assert.equal(shown(named)['version_tree_id'], 2)
    assert.deepEqual(faults(await postRecord(server, ehr, { ...first, visits: 4 })), [
      412,
      'version.conflict',
    ])
  })

  it('with a uid that no record has is a 404', async () => {
    const answer = await postRecord(
      server,
      ehr,
      { uid: UNKNOWN, remark: 'x' },
      { headers: { 'If-Match': '*' } },
    )
    assert.deepEqual(faults(answer), [404, 'datamap.record_not_found'])
  })

  it('refuses fields that only the server sets, naming each', async () => {
    const answer = await postRecord(server, ehr, {
      remark: 'x',
      vuid: 'x',
      episode_id: 'E0000001',
      artefact_id: 1,
    })
    assert.deepEqual(faults(answer), [
      400,
      'datamap.record_invalid',
      'vuid datamap.readonly',
      'episode_id datamap.readonly',
      'artefact_id datamap.readonly',
    ])
  })

  it('needs an EHR that is there and can be changed', async () => {
    const post = (query: string) =>
      server.call(`POST /extra/v1/datamap/ward${query}`, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ remark: 'x' }),
      })
    assert.deepEqual(faults(await post('')), [400, 'request.malformed'])
    assert.deepEqual(faults(await post('?ehrUid=17')), [400, 'id.malformed'])
    assert.deepEqual(faults(await post(`?ehrUid=${UNKNOWN}`)), [404, 'ehr.not_found'])
    const closed = await newEhr(server, {
      _type: 'EHR_STATUS',
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      name: { _type: 'DV_TEXT', value: 'EHR status' },
      subject: { _type: 'PARTY_SELF' },
      is_queryable: true,
      is_modifiable: false,
    })
    assert.deepEqual(faults(await post(`?ehrUid=${closed}`)), [409, 'ehr.not_modifiable'])
    assert.deepEqual(faults(await postRecord(server, ehr, { remark: 'x' }, { datamap: 'none' })), [
      404,
      'datamap.not_found',
    ])
  })

  it('needs the scope to write', async () => {
    const answer = await server.call(`POST /extra/v1/datamap/ward?ehrUid=${ehr}`, {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    assert.equal(answer.status, 403)
  })
})

describe('what cannot be read is a 400', () => {
  it('all labels and values at once', async () => {
    const answer = await postRecord(server, ehr, {
      remak: 'a slip',
      remark: 17,
      contact: 'at0021',
      finding: { code: 'x', value: 'y' },
      weight: '71',
      temperature: 37,
      visits: 1.5,
      fasting: 'yes',
      born: 'in spring',
      at: '25:00',
      seen: '2026-11-14T10:00:00',
      lasted: '45 minutes',
      number: { id: 1 },
      share: { numerator: 1 },
      range: { lower: 1, size: 2 },
      source: { value: '<a/>' },
      pressure: true,
      drugs: [{ nam: 'a slip', dose: 'much' }, 'row'],
    })
    assert.deepEqual(faults(answer), [
      400,
      'datamap.record_invalid',
      'remak datamap.label_unknown',
      'remark datamap.cell_type',
      'contact datamap.cell_type',
      'finding datamap.cell_type',
      'weight datamap.cell_type',
      'temperature datamap.cell_type',
      'visits datamap.cell_type',
      'fasting datamap.cell_type',
      'born datamap.cell_type',
      'at datamap.cell_type',
      'seen datamap.cell_type',
      'lasted datamap.cell_type',
      'number datamap.cell_type',
      'share datamap.cell_type',
      'range datamap.cell_type',
      'source datamap.cell_type',
      'pressure datamap.cell_type',
      'drugs datamap.cell_type',
    ])
  })

  it('in a row of a group, with the row', async () => {
    const answer = await postRecord(server, ehr, {
      remark: 'x',
      drugs: [{ name: 'A' }, { nam: 'B', dose: 'much' }],
    })
    assert.deepEqual(faults(answer), [
      400,
      'datamap.record_invalid',
      'drugs.nam datamap.label_unknown',
      'drugs.dose datamap.cell_type',
    ])
    assert.match(answer.json().errors[1].message, /a number \(of mg\), found "much" \(row 2\)$/)
  })

  it('a date and time without an offset says what is missing', async () => {
    const answer = await postRecord(server, ehr, { remark: 'x', seen: '2026-11-14T10:00:00' })
    assert.match(answer.json().errors[0].message, /with its offset/)
  })

  for (const body of ['[]', '"text"', 'null', '17'])
    it(`a body of ${body}`, async () => {
      const answer = await postRecord(server, ehr, JSON.parse(body))
      assert.deepEqual(faults(answer), [400, 'request.malformed'])
    })
})

describe('what the template does not allow is a 422', () => {
  it('all of it at once, each by its label', async () => {
    const answer = await postRecord(server, ehr, {
      contact: { code: 'at0099', value: 'Letter' },
      swelling: { code: 'at0033', value: 'Doubtful' },
      weight: { magnitude: 70, units: 'lb' },
      drugs: [{ name: 'A' }, { dose: 5 }],
    })
    assert.deepEqual(faults(answer), [
      422,
      'data.invalid',
      'contact datamap.cell_value',
      'swelling datamap.cell_value',
      'weight datamap.cell_value',
      'drugs.name occurrences.lower',
      'remark occurrences.lower',
    ])
    const messages = answer.json().errors.map(({ message }: { message: string }) => message)
    assert.match(messages[0], /at0021 \(Face to face\), at0022 \(Telephone\)/)
    assert.equal(messages[3], 'A value is required (row 2)')
  })

  it('a required value that is missing, and one out of its range', async () => {
    assert.deepEqual(faults(await postRecord(server, ehr, { visits: 1 })), [
      422,
      'data.invalid',
      'remark occurrences.lower',
    ])
    const heavy = faults(await postRecord(server, ehr, { remark: 'x', weight: 501 }))
    assert.deepEqual(heavy, [422, 'data.invalid', 'weight C_DV_QUANTITY.magnitude'])
  })

  it('what no column shows is told by its FLAT path, with the path of the reference model beside', async () => {
    const items = '/content[openEHR-EHR-EVALUATION.ward_note.v1]/data[at0001]/items'
    await saveDatamap(server, 'weights', [{ add: 'weight', path: `${items}[at0008]/value` }])
    const answer = await postRecord(server, ehr, { weight: 80 }, { datamap: 'weights' })
    assert.deepEqual(faults(answer), [422, 'data.invalid', 'encounter/ward_note/remark occurrences.lower'])
    const [{ message, rm_path: rmPath }] = answer.json().errors
    assert.equal(message, 'encounter/ward_note/remark is missing')
    assert.equal(rmPath, `${items}[at0004]`)
  })

  it('and nothing is written', async () => {
    const count = async () =>
      (await server.call(`GET /extra/v1/datamap/ward?ehrUid=${ehr}`, { scopes: 'api.read' })).json()
        .totalCount
    const before = await count()
    await postRecord(server, ehr, { visits: 1 })
    await postRecord(server, ehr, { visits: 'x' })
    assert.equal(await count(), before)
  })
})

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
    const before = await compositionOf(record)
    const again = shown(await putRecord(server, record.uid, record))
    const { uid: _was, ...rest } = before
    const { uid: _is, ...after } = await compositionOf(again)
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
    const composition = await compositionOf(second)
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
    const composition = await compositionOf(record)
    const items = composition.content[0].data.items
    const weight = items.find((item: { archetype_node_id: string }) => item.archetype_node_id === 'at0008')
    weight.value.precision = 1
    weight.value.accuracy = 0.5
    weight.value.accuracy_is_percent = false
    const seen = items.find((item: { archetype_node_id: string }) => item.archetype_node_id === 'at0014')
    seen.value.value = '2026-11-14T10:00:00'
    const changed = await server.call(`PUT /openehr/v1/ehr/${ehr}/composition/${record.uid}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${record.vuid}"` },
      body: JSON.stringify(composition),
    })
    assert.equal(changed.status, 204, changed.text)
    const current = shown(await getRecord(server, record.uid))
    assert.equal(current['seen'], '2026-11-14T10:00:00')
    const after = await compositionOf(shown(await putRecord(server, record.uid, { ...current, visits: 4 })))
    const weights = after.content[0].data.items.filter(
      (item: { archetype_node_id: string }) => item.archetype_node_id === 'at0008',
    )
    assert.deepEqual(weights, [weight])
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
    const composition = await compositionOf(record)
    const items = composition.content[0].data.items
    const aside = items.find((item: { archetype_node_id: string }) => item.archetype_node_id === 'at0025')
    items.push({ ...aside, value: { ...aside.value, value: 'Second' } })
    await server.call(`PUT /openehr/v1/ehr/${ehr}/composition/${record.uid}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${record.vuid}"` },
      body: JSON.stringify(composition),
    })
    const emptied = await putRecord(server, record.uid, { ...columnsOf(record), aside: null })
    assert.deepEqual(faults(emptied), [422, 'data.invalid', 'aside datamap.hidden_value'])
    const changed = shown(await putRecord(server, record.uid, { ...columnsOf(record), aside: 'Changed' }))
    const after = await compositionOf(changed)
    assert.deepEqual(
      after.content[0].data.items
        .filter((item: { archetype_node_id: string }) => item.archetype_node_id === 'at0025')
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
    const { content, context } = await compositionOf(second)
    assert.deepEqual(content[0].provider, { _type: 'PARTY_IDENTIFIED', name: 'Dr Peters' })
    assert.deepEqual(Object.keys(context), ['_type', 'start_time', 'setting'])
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
