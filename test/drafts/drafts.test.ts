/** Drafts on the server, of records and of parties: private to their author, sealed, and gone with the account, the record, the party and the EHR. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { saveDraft } from '../../packages/server/src/drafts/store.ts'
import type { EhrId, ObjectId } from '../../packages/server/src/ids/index.ts'
import { note, objectOf } from '../admin/records.ts'
import { ADMIN, newParty, party, uploadPartyTemplates } from '../demographic/parties.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { adminCall } from '../people/people.ts'
import { idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const DAY = 86_400_000
const clock = { ahead: 0 }
const server = await testServer({ now: () => Date.now() + clock.ahead, env: { CAIRN_DRAFT_DAYS: '3' } })
await uploadTemplate(server)
const makeToken = await openTokens(server)

async function author(
  personId: string,
  roles: Readonly<Record<string, readonly string[]>>,
  scope = 'api.read api.write',
) {
  await addPersonWith(server, personId, roles)
  const token = await makeToken({ scope, person: personId })
  return (request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    server.call(request, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

type Author = Awaited<ReturnType<typeof author>>

const ana = await author('ana', { roles: ['clinician'] })
const ben = await author('ben', { roles: ['clinician'] })

const at = (ehrId: string, draftId = '') => `/extra/v1/ehr/${ehrId}/draft${draftId && `/${draftId}`}`

const input = (typed: string, more: object = {}) => ({
  template_id: TEMPLATE_ID,
  page: 'page-1',
  content: { typed },
  ...more,
})

async function saved(caller: Author, ehrId: string, typed: string, more: object = {}): Promise<string> {
  const id = randomUUID()
  const answer = await caller(`PUT ${at(ehrId, id)}`, input(typed, more))
  assert.equal(answer.status, 201, answer.text)
  return id
}

const countOf = async (ehrId: string): Promise<number> => {
  const count = sql<{ n: number }, [ehrId: string]>({
    name: 'test.drafts',
    text: 'select count(*)::integer as n from cairn.draft where ehr_id = $1',
  })
  return (await server.db.query(count, [ehrId]))[0]?.n ?? 0
}

describe('a draft', () => {
  it('is saved, listed, read, saved again and thrown away by its author', async () => {
    const ehrId = await newEhr(server)
    const id = await saved(ana, ehrId, 'one')
    const { drafts } = (await ana(`GET ${at(ehrId)}`)).json()
    assert.deepEqual(
      drafts.map(({ draft_id, template_id, revision, page }: Record<string, unknown>) => [
        draft_id,
        template_id,
        revision,
        page,
      ]),
      [[id, TEMPLATE_ID, 1, 'page-1']],
    )
    assert.equal(Date.parse(drafts[0].ends_at) - Date.parse(drafts[0].saved_at), 3 * DAY)
    const again = await ana(`PUT ${at(ehrId, id)}`, input('two'), { 'If-Match': '"1"' })
    assert.deepEqual([again.status, again.headers.get('etag')], [200, '"2"'])
    assert.deepEqual((await ana(`GET ${at(ehrId, id)}`)).json().content, { typed: 'two' })
    assert.equal((await ana(`DELETE ${at(ehrId, id)}`)).status, 204)
    assert.equal((await ana(`GET ${at(ehrId, id)}`)).json().code, 'draft.not_found')
    assert.equal((await ana(`DELETE ${at(ehrId, id)}`)).status, 404)
  })

  it('of an earlier page does not overwrite a later one, unless it says so', async () => {
    const ehrId = await newEhr(server)
    const id = await saved(ana, ehrId, 'one')
    await ana(`PUT ${at(ehrId, id)}`, input('of the other page', { page: 'page-2' }), { 'If-Match': '"1"' })
    const late = await ana(`PUT ${at(ehrId, id)}`, input('late'), { 'If-Match': '"1"' })
    assert.deepEqual([late.status, late.json().code], [412, 'draft.conflict'])
    assert.equal((await ana(`PUT ${at(ehrId, id)}`, input('taken over'))).status, 200)
    await ana(`DELETE ${at(ehrId, id)}`)
    const ended = await ana(`PUT ${at(ehrId, id)}`, input('after the end'), { 'If-Match': '"3"' })
    assert.deepEqual([ended.status, await countOf(ehrId)], [412, 0])
  })

  it('is for nobody else, not even for its id, but others learn that somebody writes', async () => {
    const ehrId = await newEhr(server)
    const id = await saved(ana, ehrId, 'private')
    const list = (await ben(`GET ${at(ehrId)}`)).json()
    assert.deepEqual(list.drafts, [])
    assert.deepEqual(
      list.others.map(({ name, template_id }: Record<string, unknown>) => [name, template_id]),
      [['ana', TEMPLATE_ID]],
    )
    assert.equal((await ben(`GET ${at(ehrId, id)}`)).status, 404)
    assert.equal((await ben(`DELETE ${at(ehrId, id)}`)).status, 404)
    assert.equal((await ben(`PUT ${at(ehrId, id)}`, input('mine'))).status, 412)
    assert.deepEqual((await ana(`GET ${at(ehrId, id)}`)).json().content, { typed: 'private' })
    assert.deepEqual((await ana(`GET ${at(ehrId)}`)).json().others, [])
  })

  it('is for people: a program is told so', async () => {
    const ehrId = await newEhr(server)
    const answer = await server.call(`GET ${at(ehrId)}`, { scopes: 'api.read api.write' })
    assert.deepEqual([answer.status, answer.json().code], [403, 'draft.people_only'])
  })

  it('is in reach of its author, or not there', async () => {
    const nurse = await author('nina', { assigned_roles: ['nurse'] })
    const [mine, other] = [await newEhr(server), await newEhr(server)]
    await adminCall(server, 'POST /admin/v1/person/nina/assignment', { ehr_id: mine })
    assert.equal((await nurse(`PUT ${at(mine, randomUUID())}`, input('mine'))).status, 201)
    const refused = await nurse(`PUT ${at(other, randomUUID())}`, input('not mine'))
    assert.deepEqual([refused.status, refused.json().code], [404, 'ehr.not_found'])
    assert.equal((await nurse(`GET ${at(other)}`)).status, 404)
  })

  it('is sealed in the database, and stays readable when the secret key is replaced', async () => {
    const ehrId = await newEhr(server)
    const id = await saved(ana, ehrId, 'palpitations since Tuesday')
    const content = sql<{ content: Buffer }, [id: string]>({
      name: 'test.draftContent',
      text: 'select content from cairn.draft where draft_id = $1',
    })
    const [row] = await server.db.query(content, [id])
    assert.ok(row && !row.content.toString('latin1').includes('palpitations'))
    const NEXT = 'another secret key that is long enough for a test'
    const other = await testServer()
    await uploadTemplate(other)
    const ehr = await newEhr(other)
    await addPersonWith(other, 'ana', { roles: ['clinician'] })
    const token = await (await openTokens(other))({ scope: 'api.read api.write', person: 'ana' })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const put = await other.call(`PUT ${at(ehr, id)}`, { headers, body: JSON.stringify(input('kept')) })
    assert.equal(put.status, 201, put.text)
    const replaced = await runProgram(['key', 'replace-secret'], {
      CAIRN_DATABASE_URL: other.databaseUrl,
      CAIRN_LOG_LEVEL: 'silent',
      CAIRN_SECRET_KEY: SECRET_KEY,
      CAIRN_NEW_SECRET_KEY: NEXT,
    }).ended
    assert.equal(replaced.code, 0, replaced.stderr)
    const vault = await checkedVault(other.db, NEXT)
    const resealed = await other.db.query(content, [id])
    assert.deepEqual(JSON.parse(vault.unseal(resealed[0]?.content ?? Buffer.alloc(0)).toString()), {
      typed: 'kept',
    })
  })

  it('goes with the record that it changes', async () => {
    const ehrId = await newEhr(server)
    const uid = idOf(await postComposition(server, ehrId, note('a')))
    await saved(ana, ehrId, 'a change', { object_id: objectOf(uid) })
    await saved(ana, ehrId, 'new')
    const erased = await server.call(
      `DELETE /openehr/v1/admin/ehr/${ehrId}/composition/${objectOf(uid)}?reason=mistake`,
      { scopes: 'api.admin' },
    )
    assert.ok(erased.status < 300, erased.text)
    assert.equal(await countOf(ehrId), 1)
    const late = await ana(`PUT ${at(ehrId, randomUUID())}`, input('late', { object_id: objectOf(uid) }))
    assert.equal(late.status, 404, late.text)
  })

  it('goes with its EHR, and moves with a merge', async () => {
    const [from, to] = [await newEhr(server), await newEhr(server)]
    const id = await saved(ana, from, 'moves')
    const merged = await server.call(`POST /openehr/v1/admin/ehr/${to}/merge`, {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from }),
    })
    assert.ok(merged.status < 300, merged.text)
    assert.deepEqual((await ana(`GET ${at(to, id)}`)).json().content, { typed: 'moves' })
    const erased = await server.call(`DELETE /openehr/v1/admin/ehr/${to}?reason=mistake`, {
      scopes: 'api.admin',
    })
    assert.ok(erased.status < 300, erased.text)
    assert.equal(await countOf(to), 0)
  })

  it('goes with the account', async () => {
    const ehrId = await newEhr(server)
    const cleo = await author('cleo', { roles: ['clinician'] })
    await saved(cleo, ehrId, 'of cleo')
    const disabled = await adminCall(server, 'PUT /admin/v1/person/cleo', { disabled: true })
    assert.equal(disabled.status, 200, disabled.text)
    assert.equal(await countOf(ehrId), 0)
  })

  it('ends some days after it was saved', async () => {
    const ehrId = await newEhr(server)
    const id = await saved(ana, ehrId, 'kept')
    const old = sql<never, [ehrId: string]>({
      name: 'test.oldDraft',
      text: `insert into cairn.draft select gen_random_uuid(), person_id, ehr_id, template_id, null, 1, page,
        saved_at - interval '3 days 1 minute', content from cairn.draft where ehr_id = $1`,
    })
    await server.db.execute(old, [ehrId])
    await testServer({ beside: server, env: { CAIRN_DRAFT_DAYS: '3' }, jobPace: 600 })
    await eventually('the old draft is gone', async () => (await countOf(ehrId)) === 1)
    assert.equal((await ana(`GET ${at(ehrId, id)}`)).status, 200)
  })

  it('is not ended early by a clock of the server that was behind when it was saved', async () => {
    const ehrId = await newEhr(server)
    const savedAt = Date.now()
    const draft = { draftId: randomUUID() as ObjectId, ehrId: ehrId as EhrId, personId: 'ana' }
    const facts = await saveDraft(server.db, {
      ...draft,
      templateId: TEMPLATE_ID,
      objectId: undefined,
      page: 'p',
      savedAt: new Date(savedAt - 400 * 86_400_000),
      sealed: Buffer.from('x'),
      revision: undefined,
    })
    assert.ok((facts?.savedAt.getTime() ?? 0) > savedAt - 3_600_000, String(facts?.savedAt))
  })

  it('is refused if its author has too many; one of those is saved again', async () => {
    const eve = await author('eve', { roles: ['clinician'] })
    const ehrId = await newEhr(server)
    const first = await saved(eve, ehrId, 'first')
    const others = sql<never, [first: string]>({
      name: 'test.fill',
      text: `insert into cairn.draft (draft_id, person_id, ehr_id, template_id, revision, page, saved_at, content)
             select gen_random_uuid(), person_id, ehr_id, template_id, 1, page, saved_at, content
             from cairn.draft, generate_series(1, 199) where draft_id = $1`,
    })
    await server.db.execute(others, [first])
    const answer = await eve(`PUT ${at(ehrId, randomUUID())}`, input('one more'))
    assert.deepEqual([answer.status, answer.json().code], [409, 'draft.limit'], answer.text)
    assert.equal((await eve(`PUT ${at(ehrId, first)}`, input('again'))).status, 200)
    assert.equal((await eve(`DELETE ${at(ehrId, first)}`)).status, 204)
    await saved(eve, ehrId, 'one more')
  })

  it('is refused when it is none', async () => {
    const ehrId = await newEhr(server)
    const put = (body: unknown, headers = {}) => ana(`PUT ${at(ehrId, randomUUID())}`, body, headers)
    for (const body of [
      [],
      { ...input('x'), page: 'no page' },
      { ...input('x'), template_id: '' },
      { ...input('x'), object_id: 'x' },
      { ...input('x'), other: 1 },
      { template_id: TEMPLATE_ID, page: 'p' },
    ])
      assert.equal((await put(body)).json().code, 'request.malformed', JSON.stringify(body))
    assert.equal((await put(input('x'), { 'If-Match': 'x' })).status, 412)
  })
})

describe('a draft of a party', () => {
  const ofParties = (draftId = '') => `/extra/v1/demographic/draft${draftId && `/${draftId}`}`
  let dora: Author
  let emil: Author

  before(async () => {
    await uploadPartyTemplates(server)
    for (const [name, rights] of [
      ['registrar', ['user/person-*.cruds']],
      ['reads-people', ['user/person-*.rs']],
    ] as const) {
      const made = await adminCall(server, 'POST /admin/v1/role', {
        name,
        description: name,
        rights,
        scopes: [],
      })
      assert.equal(made.status, 201, made.text)
    }
    dora = await author('dora', { roles: ['registrar'] }, 'user/person-*.cruds')
    emil = await author('emil', { roles: ['registrar'] }, 'user/person-*.cruds')
  })

  const draft = (typed: string, more: object = {}) => ({ ...input(typed), template_id: 'Person', ...more })

  it('is saved, listed, read and thrown away by its author, and by nobody else', async () => {
    const id = randomUUID()
    const made = await dora(`PUT ${ofParties(id)}`, draft('Ottoline'))
    assert.equal(made.status, 201, made.text)
    const again = await dora(`PUT ${ofParties(id)}`, draft('Ottoline B'), { 'If-Match': '"1"' })
    assert.deepEqual([again.status, again.headers.get('etag')], [200, '"2"'])
    const late = await dora(`PUT ${ofParties(id)}`, draft('late'), { 'If-Match': '"1"' })
    assert.deepEqual([late.status, late.json().code], [412, 'draft.conflict'])
    const { drafts } = (await dora(`GET ${ofParties()}`)).json()
    assert.deepEqual(
      drafts.map(({ draft_id, template_id, revision }: Record<string, unknown>) => [
        draft_id,
        template_id,
        revision,
      ]),
      [[id, 'Person', 2]],
    )
    assert.deepEqual((await dora(`GET ${ofParties(id)}`)).json().content, { typed: 'Ottoline B' })
    const list = (await emil(`GET ${ofParties()}`)).json()
    assert.deepEqual([list.drafts, list.others[0]?.name], [[], 'dora'])
    assert.equal((await emil(`GET ${ofParties(id)}`)).status, 404)
    assert.equal((await emil(`PUT ${ofParties(id)}`, draft('mine'))).status, 412)
    assert.equal((await dora(`DELETE ${ofParties(id)}`)).status, 204)
    assert.equal((await dora(`GET ${ofParties(id)}`)).json().code, 'draft.not_found')
  })

  it('is none of an EHR', async () => {
    const ehrId = await newEhr(server)
    const [ofParty, ofRecord] = [randomUUID(), await saved(ana, ehrId, 'of a record')]
    assert.equal((await dora(`PUT ${ofParties(ofParty)}`, draft('of a party'))).status, 201)
    assert.equal((await dora(`PUT ${ofParties(ofRecord)}`, draft('taken'))).status, 412)
    assert.equal((await ana(`GET ${at(ehrId, ofParty)}`)).status, 404)
    assert.deepEqual((await ana(`GET ${at(ehrId)}`)).json().others, [])
    const { drafts } = (await dora(`GET ${ofParties()}`)).json()
    assert.deepEqual(
      drafts.map(({ draft_id }: Record<string, unknown>) => draft_id),
      [ofParty],
    )
  })

  it('needs the right to write parties, by this template', async () => {
    assert.equal((await ana(`PUT ${ofParties(randomUUID())}`, draft('x'))).status, 403)
    assert.equal((await ana(`GET ${ofParties()}`)).status, 403)
    const reader = await author('rita', { roles: ['reads-people'] }, 'user/person-*.rs')
    assert.equal((await reader(`PUT ${ofParties(randomUUID())}`, draft('x'))).status, 403)
    const { others } = (await reader(`GET ${ofParties()}`)).json()
    assert.deepEqual(others, [])
  })

  it('is for people: a program is told so', async () => {
    const answer = await server.call(`GET ${ofParties()}`, { scopes: ADMIN })
    assert.deepEqual([answer.status, answer.json().code], [403, 'draft.people_only'])
  })

  it('goes with the party that it changes, and with the account', async () => {
    const uid = objectOf(await newParty(server, 'person', party('person', 'Ottoline')))
    const [ofChange, ofNew] = [randomUUID(), randomUUID()]
    const saving = await emil(`PUT ${ofParties(ofChange)}`, draft('a change', { object_id: uid }))
    assert.equal(saving.status, 201, saving.text)
    assert.equal((await emil(`PUT ${ofParties(ofNew)}`, draft('new'))).status, 201)
    const erased = await server.call(`DELETE /openehr/v1/admin/party/${uid}?reason=mistake`, {
      scopes: ADMIN,
    })
    assert.equal(erased.status, 204, erased.text)
    assert.equal((await emil(`GET ${ofParties(ofChange)}`)).status, 404)
    assert.equal((await emil(`GET ${ofParties(ofNew)}`)).status, 200)
    const late = await emil(`PUT ${ofParties(randomUUID())}`, draft('late', { object_id: uid }))
    assert.equal(late.status, 404, late.text)
    const disabled = await adminCall(server, 'PUT /admin/v1/person/emil', { disabled: true })
    assert.equal(disabled.status, 200, disabled.text)
    const left = sql<{ n: number }, [id: string]>({
      name: 'test.partyDrafts',
      text: 'select count(*)::integer as n from cairn.draft where draft_id = $1',
    })
    assert.equal((await server.db.query(left, [ofNew]))[0]?.n, 0)
  })
})
