/** Records written through a datamap: a new record, and all that a record is refused for. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { idOf, newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { SPEC_FIELDS } from './spec-fields.ts'
import { checkRecord, furnishWard, getRecord, postRecord, saveDatamap } from './ward.ts'
import { CELLS, columnsOf, compositionOf, faults, type ShownRecord, shown } from './ward-records.ts'

const server = await testServer({ env: { CAIRN_TERRITORY: 'NL' } })
const UNKNOWN = '7d44b88c-4199-4bad-97dc-d78268e01398'
let ehr = ''

before(async () => {
  await furnishWard(server)
  ehr = await newEhr(server)
})

const newRecord = async (record: Record<string, unknown> = {}): Promise<ShownRecord> =>
  shown(await postRecord(server, ehr, { remark: 'Sleeps well', ...record }))

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
    const composition = await compositionOf(server, ehr, record)
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

  it('counts an empty uid or vuid as absent', async () => {
    const posted = await newRecord({ uid: '', vuid: '' })
    assert.match(posted.vuid, new RegExp(`^${posted.uid}::cairn.local::1$`))
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

  it('keeps the uid of a client, so that it can be sent again', async () => {
    const uid = randomUUID()
    const record = { uid: uid.toUpperCase(), remark: 'Once', visits: 1 }
    const checked = await checkRecord(server, ehr, record)
    assert.equal(checked.status, 200, checked.text)
    const [one, two] = await Promise.all([postRecord(server, ehr, record), postRecord(server, ehr, record)])
    assert.deepEqual([one.status, two.status].toSorted(), [201, 409])
    const made = shown(one.status === 201 ? one : two)
    assert.deepEqual([made.uid, made.vuid], [uid, `${uid}::cairn.local::1`])
    const late = await postRecord(server, ehr, { uid, remark: 'Twice' })
    assert.deepEqual(faults(late), [409, 'version.exists'])
    assert.equal(late.headers.get('ETag'), `"${made.vuid}"`)
    const check = await checkRecord(server, ehr, record)
    assert.deepEqual(faults(check), [409, 'version.exists'])
    const elsewhere = await postRecord(server, await newEhr(server), record)
    assert.deepEqual(faults(elsewhere), [409, 'version.exists'])
    assert.equal(elsewhere.headers.get('ETag'), null)
    assert.equal(shown(await getRecord(server, uid))['version_tree_id'], 1)
  })

  it('refuses a uid that is none', async () => {
    for (const uid of ['x', 17, { value: UNKNOWN }])
      assert.deepEqual(faults(await postRecord(server, ehr, { uid, remark: 'x' })), [
        400,
        'datamap.record_invalid',
        'uid datamap.readonly',
      ])
  })

  it('with the uid of a record must say which version it follows', async () => {
    const first = await newRecord({ visits: 1 })
    const blind = await postRecord(server, ehr, { uid: first.uid, remark: 'Over it', visits: 2 })
    assert.deepEqual(faults(blind), [409, 'version.exists'])
    assert.match(blind.json().message, /If-Match/)
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
