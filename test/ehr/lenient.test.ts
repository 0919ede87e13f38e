/** `Prefer: handling=lenient`: data that break their template are stored with what they break, by who has the right to. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { bloodPressure, bloodPressureOpt, idOf, newEhr, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { contribution, version } from './contribution-changes.ts'

const server = await testServer()
const OTHER = 'Another pressure.v1'

const LENIENT = 'api.read api.write api.lenient'
const STRICT = 'api.read api.write'
const PREFER = { Prefer: 'handling=lenient' }

type Headers = Record<string, string>

const send = (request: string, body: unknown, headers: Headers = {}, scopes = LENIENT): Promise<Answer> =>
  server.call(request, {
    scopes,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const post = (ehrId: string, body: unknown, headers: Headers = PREFER, scopes = LENIENT) =>
  send(`POST /openehr/v1/ehr/${ehrId}/composition`, body, headers, scopes)

/** Two rules of the template are broken; none of the reference model. */
const broken = (templateId = TEMPLATE_ID) =>
  bloodPressure([{ systolic: 2000 }, { systolic: 3000 }], templateId)
/** The same, and a mandatory attribute of the reference model is missing. */
const malformed = () => ({ ...broken(), language: undefined })

let ehr = ''
before(async () => {
  await uploadTemplate(server)
  await uploadTemplate(server, OTHER)
  ehr = await newEhr(server)
  const saved = await send('PUT /extra/v1/definition/datamap/pressures', {
    template: TEMPLATE_ID,
    paths: [
      {
        add: 'systolic',
        path: '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value',
      },
    ],
  })
  assert.equal(saved.status, 201, saved.text)
})

const tagsOf = async (uid: string) =>
  (await send(`GET /openehr/v1/ehr/${ehr}/composition/${uid}/tags`, undefined)).json() as {
    key: string
    value: string
  }[]

describe('handling=lenient', () => {
  it('stores what breaks its template, says so, and tags the version', async () => {
    const answer = await post(ehr, broken())
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.get('preference-applied'), 'handling=lenient')
    assert.equal(answer.headers.get('cairn-findings'), '2')
    const uid = idOf(answer)
    assert.deepEqual(
      (await tagsOf(uid)).map(({ key, value }) => [key, value]),
      [['cairn.findings', '2']],
    )
    const read = await send(`GET /openehr/v1/ehr/${ehr}/composition/${uid}`, undefined)
    const { uid: _uid, ...kept } = read.json()
    assert.deepEqual(kept, broken())
  })

  it('is said to be applied to what breaks nothing, and leaves nothing behind', async () => {
    const answer = await post(ehr, bloodPressure(), { Prefer: 'return=representation, handling=lenient' })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.get('preference-applied'), 'return=representation, handling=lenient')
    assert.equal(answer.headers.get('cairn-findings'), '0')
    assert.deepEqual(await tagsOf(idOf(answer)), [])
  })

  it('never lets pass what the reference model forbids, nor an unknown template', async () => {
    const answer = await post(ehr, malformed())
    assert.equal(answer.status, 422, answer.text)
    assert.ok(answer.json().errors.some((each: { code: string }) => each.code === 'rm.mandatory'))
    assert.equal((await post(ehr, broken('Not here.v1'))).status, 422)
  })

  it('needs the scope api.lenient: without it validation is strict, and the message says why', async () => {
    const refused = await post(ehr, broken(), PREFER, STRICT)
    assert.equal(refused.status, 422)
    assert.match(refused.json().message, /api\.lenient/)
    assert.equal(refused.headers.get('preference-applied'), null)
    const taken = await post(ehr, bloodPressure(), PREFER, STRICT)
    assert.equal(taken.status, 201)
    assert.equal(taken.headers.get('preference-applied'), null)
    assert.equal(taken.headers.get('cairn-findings'), null)
  })

  it('has to be asked for: the right alone changes nothing', async () => {
    for (const headers of [
      {},
      { Prefer: 'handling=strict' },
      { Prefer: 'handling=strict, handling=lenient' },
    ]) {
      const answer = await post(ehr, broken(), headers)
      assert.equal(answer.status, 422, answer.text)
      assert.doesNotMatch(answer.json().message, /api\.lenient/)
    }
  })

  it('goes for updates: a version that breaks nothing has no findings', async () => {
    const first = idOf(await post(ehr, bloodPressure()))
    const put = (uid: string, body: unknown) =>
      send(`PUT /openehr/v1/ehr/${ehr}/composition/${uid.split('::')[0]}`, body, {
        ...PREFER,
        'If-Match': uid,
        'openehr-version-item-tag': 'key="mine"',
      })
    const second = await put(first, broken())
    assert.equal(second.status, 204, second.text)
    assert.equal(second.headers.get('cairn-findings'), '2')
    const third = await put(idOf(second), bloodPressure())
    assert.equal(third.headers.get('cairn-findings'), '0')
    assert.deepEqual(
      (await tagsOf(idOf(second))).map(({ key }) => key),
      ['cairn.findings', 'mine'],
    )
    assert.deepEqual(
      (await tagsOf(idOf(third))).map(({ key }) => key),
      ['mine'],
    )
  })

  it('goes for contributions, each version with its own', async () => {
    const body = contribution(
      [broken(), bloodPressure(), broken(OTHER)].map(data => version({ change: 'creation', data })),
    )
    const path = `POST /openehr/v1/ehr/${ehr}/contribution`
    assert.equal((await send(path, body)).status, 400)
    const answer = await send(path, body, { Prefer: 'handling=lenient, return=representation' })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.get('cairn-findings'), '4')
    assert.equal(answer.headers.get('preference-applied'), 'return=representation, handling=lenient')
    const counts: number[] = []
    for (const { id } of answer.json().versions) counts.push((await tagsOf(id.value)).length)
    assert.deepEqual(counts, [1, 0, 1])
  })

  it('goes for FLAT', async () => {
    const flat = await send(
      `GET /openehr/v1/ehr/${ehr}/composition/${idOf(await post(ehr, broken()))}?format=FLAT`,
      undefined,
    )
    const cells = Object.entries(flat.json()).filter(([key]) => !key.endsWith('/_uid'))
    const answer = await post(ehr, Object.fromEntries(cells), {
      ...PREFER,
      'Content-Type': 'application/openehr.wt.flat+json',
      'openehr-template-id': TEMPLATE_ID,
    })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.get('cairn-findings'), '2')
  })
})

describe('the tag cairn.findings', () => {
  it('is set by the server alone: clients neither set, change nor remove it', async () => {
    const uid = idOf(await post(ehr, broken()))
    const tags = `/openehr/v1/ehr/${ehr}/composition/${uid}/tags`
    assert.equal((await send(`PUT ${tags}`, [{ key: 'Cairn.Findings', value: '0' }])).status, 400)
    assert.equal((await send(`DELETE ${tags}/cairn.findings`, undefined)).status, 400)
    const made = await post(ehr, bloodPressure(), { 'openehr-version-item-tag': 'key="cairn.findings"' })
    assert.equal(made.status, 400)
    assert.equal((await send(`PUT ${tags}`, [{ key: 'mine' }])).status, 204)
    assert.equal((await send(`PUT ${tags}`, [])).status, 204)
    assert.deepEqual(
      (await tagsOf(uid)).map(({ key, value }) => [key, value]),
      [['cairn.findings', '2']],
    )
    const found = await send(`GET /openehr/v1/ehr/${ehr}/tags?tag_key=cairn.findings`, undefined)
    assert.ok(found.json().some((tag: { target: { id: { value: string } } }) => tag.target.id.value === uid))
  })
})

describe('GET /extra/v1/findings', () => {
  interface Listed {
    readonly ehr_id: string
    readonly vuid: string
    readonly template_id: string
    readonly total: number
    readonly findings: readonly { readonly path: string; readonly code: string; readonly message: string }[]
  }
  const list = async (query: string) => (await send(`GET /extra/v1/findings${query}`, undefined)).json()

  it('lists versions with the rules that they break, by EHR and by template, in pages', async () => {
    const own = await newEhr(server)
    const uids: string[] = []
    for (const templateId of [TEMPLATE_ID, OTHER, TEMPLATE_ID])
      uids.push(idOf(await post(own, broken(templateId))))
    await post(own, bloodPressure())
    const { data, ...more } = (await list(`?ehrUid=${own}`)) as { data: Listed[] }
    assert.deepEqual(more, {})
    assert.deepEqual(data.map(({ vuid }) => vuid).sort(), [...uids].sort())
    for (const each of data) {
      assert.equal(each.ehr_id, own)
      assert.equal(each.total, 2)
      assert.equal(each.findings.length, 2)
      assert.equal(each.findings[0]?.code, 'C_DV_QUANTITY.magnitude')
      assert.match(each.findings[0]?.path ?? '', /^\/content/)
      assert.match(each.findings[0]?.message ?? '', /2000/)
    }
    const byTemplate = await list(`?ehrUid=${own}&template_id=${encodeURIComponent(OTHER)}`)
    assert.deepEqual(
      byTemplate.data.map((each: Listed) => [each.vuid, each.template_id]),
      [[uids[1], OTHER]],
    )
    const seen: string[] = []
    for (let next: string | undefined = `?ehrUid=${own}&limit=1`; next !== undefined; ) {
      const answer = await send(`GET /extra/v1/findings${next}`, undefined)
      const page = answer.json() as { data: Listed[]; next?: string }
      assert.equal(page.data.length, 1)
      seen.push(...page.data.map(({ vuid }) => vuid))
      assert.equal(answer.headers.get('link'), page.next ? `<${page.next}>; rel="next"` : null)
      next = page.next && new URL(page.next).search
    }
    assert.deepEqual(
      seen,
      data.map(({ vuid }) => vuid),
    )
  })

  it('refuses parameters that it cannot read', async () => {
    for (const query of ['?ehrUid=17', '?limit=0', '?limit=1001', '?limit=x', '?after=x'])
      assert.equal((await send(`GET /extra/v1/findings${query}`, undefined)).status, 400, query)
  })

  it('is what `cairn findings` prints', async () => {
    const own = await newEhr(server)
    const uids = [idOf(await post(own, broken())), idOf(await post(own, broken()))].sort()
    const typed = cairnIn(testFolder(), settingsOf(server))
    const cairn = async (...args: string[]) => (await typed(['findings', ...args])).out
    const [text, json, first] = await Promise.all([
      cairn('--ehr', own),
      cairn('--ehr', own, '--json'),
      cairn('--ehr', own, '--limit', '1'),
    ])
    for (const uid of uids) assert.ok(text.includes(uid))
    assert.match(text, /2000/)
    assert.match(text, /2 versions with findings\.\n$/)
    assert.deepEqual(
      JSON.parse(json).map((each: Listed) => each.vuid),
      uids,
    )
    assert.match(first, /The first 1 version; --all for the rest\.\n$/)
  })
})

describe('records with findings', () => {
  it('show how many in a datamap, and can be sent back with it', async () => {
    const own = await newEhr(server)
    const uid = idOf(await post(own, broken()))
    await post(own, bloodPressure())
    const records = (await send(`GET /extra/v1/datamap/pressures?ehrUid=${own}`, undefined)).json().data
    assert.deepEqual(
      records.map((each: Record<string, unknown>) => each['cairn.findings']),
      [2, undefined],
    )
    const csv = await send(`GET /extra/v1/datamap/pressures?ehrUid=${own}`, undefined, { Accept: 'text/csv' })
    const [head, first, second] = csv.text.split('\r\n')
    assert.ok(head?.endsWith(',cairn.findings'))
    assert.ok(first?.endsWith(',2'))
    assert.ok(second?.endsWith(','))
    const [id] = uid.split('::')
    const record = (await send(`GET /extra/v1/datamap/pressures/${id}`, undefined)).json().data
    assert.equal(record['cairn.findings'], 2)
    const put = (headers: Headers) =>
      send(
        `PUT /extra/v1/datamap/pressures/${id}`,
        { ...record, systolic: 90 },
        { 'If-Match': uid, ...headers },
      )
    assert.equal((await put({})).status, 422)
    const taken = await put(PREFER)
    assert.equal(taken.status, 200, taken.text)
    assert.equal(taken.headers.get('preference-applied'), 'handling=lenient')
    assert.equal(taken.headers.get('cairn-findings'), '1')
    assert.equal(taken.json().data['cairn.findings'], 1)
  })

  it('are told of in the meta of a query', async () => {
    const own = await newEhr(server)
    const clean = await newEhr(server)
    const first = idOf(await post(own, broken()))
    await post(own, broken())
    const meta = async (ehrId: string) => {
      const q = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c'
      const answer = await send('POST /openehr/v1/query/aql', { q, ehr_id: ehrId })
      assert.equal(answer.status, 200, answer.text)
      return answer.json().meta['cairn.findings']
    }
    // That there are any at all is looked for every two seconds.
    for (let tries = 0; (await meta(own)) === undefined && tries < 100; tries++) await sleep(100)
    assert.equal(await meta(own), 2)
    assert.equal(await meta(clean), undefined)
    await send(`PUT /openehr/v1/ehr/${own}/composition/${first.split('::')[0]}`, bloodPressure(), {
      'If-Match': first,
    })
    assert.equal(await meta(own), 1)
  })
})

it('a template that was replaced meanwhile counts, not the one that was in use here', async () => {
  const id = 'Widened.v1'
  await uploadTemplate(server, id)
  const beside = await testServer({ beside: server })
  assert.equal(
    (
      await beside.call(`POST /openehr/v1/ehr/${ehr}/composition`, {
        scopes: LENIENT,
        headers: { 'Content-Type': 'application/json', ...PREFER },
        body: JSON.stringify(broken(id)),
      })
    ).headers.get('cairn-findings'),
    '2',
  )
  const widened = await server.call(`PUT /openehr/v1/definition/template/adl1.4/${encodeURIComponent(id)}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: bloodPressureOpt(id).replaceAll('1000.0', '9000.0'),
  })
  assert.equal(widened.status, 204)
  const answer = await beside.call(`POST /openehr/v1/ehr/${ehr}/composition`, {
    scopes: LENIENT,
    headers: { 'Content-Type': 'application/json', ...PREFER },
    body: JSON.stringify(broken(id)),
  })
  assert.equal(answer.headers.get('cairn-findings'), '0')
})
