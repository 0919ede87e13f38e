/** Random queries of random parties, with and without rights: SQL and the documents answer what the reference evaluator answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bindParameters,
  checkAql,
  type EhrData,
  evaluate,
  isOfParties,
  parseAql,
} from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import { randomPartyQuery } from '../../packages/openehr/test/aql/random-party-queries.ts'
import { TooManyRows, tickUpTo } from '../../packages/openehr/test/aql/random-queries.ts'
import {
  allows,
  partyRight,
  queriedParties,
  type Rights,
  rightsOf,
} from '../../packages/server/src/access/index.ts'
import { parseDataScope } from '../../packages/server/src/access/scopes/index.ts'
import { openKnowledge, runJob } from '../../packages/server/src/query/documents/job.ts'
import { openTextsByTemplate } from '../../packages/server/src/query/index.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { ADMIN, KINDS, newParty, type PartyName, uploadPartyTemplates } from '../demographic/parties.ts'
import { randomParty } from '../demographic/random-parties.ts'
import { testServer } from '../server.ts'
import { allParties } from './all-records.ts'
import { queryTexts } from './query-texts.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const NOW = Date.parse('2026-11-14T10:00:00Z')
const server = await testServer()
await uploadPartyTemplates(server)
const { db } = server

/** All versions of a party are committed before those of the next, so that both orders of rows are the same. */
const ids: string[] = []
for (const [at, kind] of [...KINDS, ...KINDS, ...KINDS, 'person' as const, 'person' as const].entries()) {
  const party = randomParty(kind, at)
  const uid = await newParty(server, kind, party)
  const id = uid.split('::')[0] ?? ''
  ids.push(id)
  const path = `/openehr/v1/demographic/${kind}/${id}`
  if (at % 3 === 1)
    await server.call(`PUT ${path}`, {
      scopes: ADMIN,
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${uid}"` },
      body: JSON.stringify({
        ...party,
        ...randomParty(kind, at + 100),
        uid: undefined,
        relationships: undefined,
      }),
    })
  if (at % 7 === 6) await server.call(`DELETE ${path}/${uid}`, { scopes: ADMIN })
}
const parties = (await allParties(db)).toSorted((a, b) => ids.indexOf(a.ehr_id) - ids.indexOf(b.ehr_id))

const now = new Date(NOW).toISOString()
const pushdown = testPushdown(db, { dictionary: openPathDictionary(db), now: () => NOW })
const knowledge = openKnowledge(db)

function expectedOf(query: Parameters<typeof evaluate>[0], records: readonly EhrData[]) {
  try {
    return evaluate(query, records, { now, tick: tickUpTo(50_000) })
  } catch (error) {
    if (error instanceof TooManyRows) return undefined
    throw error
  }
}

type Page = Pick<Parameters<typeof runJob>[0], 'query' | 'offset' | 'fetch' | 'limit'>

async function byDocuments(page: Page): Promise<unknown> {
  let json = ''
  await runJob(
    { ...page, ehrId: undefined, now, deadline: Date.now() + 60_000, server: 0 },
    {
      db,
      knowledge,
      texts: openTextsByTemplate(),
      terminology: () => null,
      tick: () => {},
      begun: () => {},
      send: async rows => {
        json += `${json === '' ? '' : ','}${rows}`
      },
    },
  )
  return JSON.parse(`[${json}]`)
}

/** Undefined: left to the documents. */
async function bySql({ query, offset, fetch, limit }: Page): Promise<readonly unknown[] | undefined> {
  const prepared = prepareOnce(query, { ehrId: undefined, offset, fetch })
  const running = await pushdown.ofParties(limit).run(prepared, new AbortController().signal, 'test')
  if (!running) return undefined
  const rows: unknown[] = []
  for await (const row of valuesOf(running)) rows.push(row)
  return rows
}

const seen = { sql: 0, rows: 0, documents: 0, fewer: 0 }

/** Compares both executors with the evaluator over `visible`. */
async function agree(text: string, page: Omit<Page, 'query'>, visible: readonly EhrData[]): Promise<void> {
  const parsed = parseAql(text)
  if (checkAql(parsed).length > 0 || !isOfParties(parsed.from)) return
  const query = bindParameters(parsed, {})
  const expected = expectedOf(query, visible)
  if (!expected) return
  const { offset, fetch } = page
  const rows = JSON.parse(JSON.stringify(expected.rows.slice(offset, offset + fetch)))
  const about = `${text} ${JSON.stringify(page.limit)}`
  assert.deepEqual(await byDocuments({ query, ...page }), rows, `by documents: ${about}`)
  seen.documents += 1
  const found = await bySql({ query, ...page }).catch(cause => {
    throw new Error(about, { cause })
  })
  if (!found) return
  assert.deepEqual(found, rows, about)
  seen.sql += 1
  seen.rows += rows.length
}

const texts = fc.tuple(randomPartyQuery, queryTexts).map(([parts, text]) => text(parts))

test('SQL and documents answer random queries of parties as the evaluator does', async () => {
  const query = fc.tuple(texts, fc.constantFrom(0, 0, 1, 3), fc.constantFrom(2, 1000, 100_000))
  const property = fc.asyncProperty(query, ([text, offset, fetch]) =>
    agree(text, { offset, fetch, limit: undefined }, parties),
  )
  await fc.assert(property, { numRuns: 200, endOnFailure: true })
  assert.ok(seen.sql > 50 && seen.rows > 50 && seen.documents > seen.sql, JSON.stringify(seen))
})

interface Draft {
  readonly kind: PartyName
  readonly name: string
  readonly permissions: string
}

const scopes: fc.Arbitrary<readonly Draft[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    name: fc.constantFrom('*', '**', 'Person', 'P*', 'Device', 'nobody'),
    permissions: fc.constantFrom('r', 's', 'rs', 'rs', 'cruds'),
  }),
  { minLength: 1, maxLength: 6 },
)

const toRights = (drafts: readonly Draft[]): Rights => {
  const parsed = drafts.flatMap(({ kind, name, permissions }) => {
    const scope = parseDataScope(`system/${kind}-${name}.${permissions}`)
    return scope ? [scope] : []
  })
  return rightsOf({ scopes: parsed }) ?? { rules: [] }
}

/** The data of the first version of a party, which tell its kind and its template. */
function dataOf({ versions: [first] }: EhrData): RmObject {
  assert.ok(first)
  return first['data'] as RmObject
}

function isVisible(party: EhrData, rights: Rights): boolean {
  const { _type = '', archetype_details } = dataOf(party)
  const { template_id } = archetype_details as { readonly template_id: { readonly value: string } }
  const resource = _type.toLowerCase() as PartyName
  const may = (permission: 'r' | 's') =>
    allows(rights, { ...partyRight(resource, permission), name: template_id.value })
  return may('r') && may('s')
}

test('under random rights, they answer as the evaluator does over the parties in reach', async () => {
  const property = fc.asyncProperty(texts, scopes, async (text, drafts) => {
    const rights = toRights(drafts)
    const { limit, kinds } = queriedParties(rights)
    const visible = parties.filter(each => isVisible(each, rights))
    for (const each of visible) assert.ok(kinds.has(dataOf(each)._type ?? ''))
    if (visible.length < parties.length) seen.fewer += 1
    await agree(text, { offset: 0, fetch: 100_000, limit }, visible)
  })
  await fc.assert(property, { numRuns: 150, endOnFailure: true })
  assert.ok(seen.fewer > 50, JSON.stringify(seen))
})
