/** A result set that fetch cut says so: in meta, by a link to the next page, by both executors, whatever its size. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../server.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const asked = await asking({ env: { CAIRN_QUERY_DEFAULT_FETCH: '5' } })
const { ask, send, server, store } = asked
const ehr = await newEhr(server)
const EVENTS = 100
const COMPOSITIONS = 26
const readings = (from: number) => Array.from({ length: EVENTS }, (_, at) => ({ systolic: from + at }))
for (let count = 0; count < COMPOSITIONS; count++) await record(asked, ehr, readings(count * 10))

const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
const TWELVE = `SELECT ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} < 12 AND ${SYSTOLIC} > -1`
/** SQL cannot answer this alone. */
const DOCUMENTS = "TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'"

const WAYS = [
  ['sql', ''],
  ['documents', ` AND ${DOCUMENTS}`],
] as const

const linkOf = (answer: Answer): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]

/** Members of meta that tell about the page. */
const pageOf = (answer: Answer) => {
  const { resultsize, offset, fetch, more, total, next } = answer.json().meta
  return { resultsize, offset, fetch, more, total, next }
}

const get = (query: Record<string, string | number>) => {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return send(`GET /openehr/v1/query/aql?${new URLSearchParams(texts)}`)
}

for (const [way, condition] of WAYS)
  describe(`by the executor "${way}"`, () => {
    const q = `${TWELVE}${condition}`

    it('is what the plan says', async () => {
      const plan = await server.call('POST /openehr/v1/query/aql?explain=true', {
        scopes: 'api.read api.admin',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ q }),
      })
      assert.equal(/evaluator over documents/.test(plan.text), way === 'documents', plan.text)
    })

    it('the default fetch says that it cut, and links lead through all rows', async () => {
      const first = await get({ q })
      assert.equal(first.json().rows.length, 5)
      const next = linkOf(first)
      assert.deepEqual(pageOf(first), {
        resultsize: 5,
        offset: 0,
        fetch: 5,
        more: true,
        total: undefined,
        next,
      })
      const all: unknown[] = []
      let answer = first
      for (;;) {
        all.push(...answer.json().rows)
        const link = linkOf(answer)
        if (link === undefined) break
        assert.ok(link.startsWith(server.url.replace('127.0.0.1', 'localhost')), link)
        answer = await send(`GET ${link.replace(/^https?:\/\/[^/]+/, '')}`)
        assert.equal(answer.status, 200, answer.text)
      }
      assert.deepEqual(all, (await get({ q, fetch: 100 })).json().rows)
      assert.equal(answer.json().meta.total, all.length)
      assert.equal(answer.json().meta.more, false)
    })

    it('a page that ends with the last row is not cut', async () => {
      const { total } = pageOf(await get({ q, fetch: 100 }))
      for (const [query, expected] of [
        [{ fetch: total }, { resultsize: total, more: false, total }],
        [{ fetch: total - 1 }, { resultsize: total - 1, more: true, total: undefined }],
        [
          { fetch: 3, offset: total - 3 },
          { resultsize: 3, more: false, total },
        ],
        [
          { fetch: 3, offset: total },
          { resultsize: 0, more: false, total: undefined },
        ],
        [{ fetch: 0 }, { resultsize: 0, more: true, total: undefined }],
      ] as const) {
        const answer = await get({ q, ...query })
        const { resultsize, more, total: told } = pageOf(answer)
        assert.deepEqual({ resultsize, more, total: told }, expected, JSON.stringify(query))
        assert.equal(answer.json().rows.length, resultsize)
        assert.equal(linkOf(answer) !== undefined, more && resultsize > 0)
      }
    })

    it('LIMIT and TOP of the query itself cut nothing', async () => {
      for (const text of [`${q} LIMIT 4`, q.replace('SELECT', 'SELECT TOP 4')]) {
        const answer = await get({ q: text })
        assert.deepEqual([pageOf(answer).more, pageOf(answer).total, linkOf(answer)], [false, 4, undefined])
      }
      const limited = await get({ q: `${q} LIMIT 7` })
      assert.deepEqual([pageOf(limited).resultsize, pageOf(limited).more], [5, true])
    })

    it('a POST is told as much, without a link that nobody could follow', async () => {
      const answer = await ask(q, { fetch: 4, offset: 2 })
      assert.deepEqual(pageOf(answer), {
        resultsize: 4,
        offset: 2,
        fetch: 4,
        more: true,
        total: undefined,
        next: undefined,
      })
      assert.equal(linkOf(answer), undefined)
    })

    it('answers too large to wait for say it at their end', async () => {
      // Whole compositions of some 40 KB each.
      const large = `SELECT c, ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} > -1${condition}`
      const answer = await get({ q: large, fetch: 120 })
      assert.ok(answer.text.length > 2 * 1024 * 1024)
      assert.equal(answer.json().rows.length, 120)
      const { resultsize, more, next } = pageOf(answer)
      assert.deepEqual([resultsize, more], [120, true])
      assert.match(next, /[?&]offset=120(&|$)/)
      assert.equal((await get({ q: large, fetch: 120, offset: 2550 })).json().meta.total, 2600)
    })

    it('pages that come through a cursor say it too', async () => {
      const padded = `SELECT ${SYSTOLIC}, '${'x'.repeat(600)}' ${FROM} WHERE ${SYSTOLIC} > -1${condition}`
      for (const [fetch, more] of [
        [2500, true],
        [2600, false],
      ] as const) {
        const answer = await get({ q: padded, fetch })
        assert.equal(answer.json().rows.length, fetch)
        assert.deepEqual([pageOf(answer).resultsize, pageOf(answer).more], [fetch, more])
      }
    })
  })

it('a stored query is paged by its own address', async () => {
  await store('twelve', '1.0.0', `${TWELVE} AND ${SYSTOLIC} > $least`)
  const link = linkOf(await send('GET /query/twelve/1?least=3&fetch=2&offset=1')) ?? assert.fail('no link')
  assert.equal(new URL(link).pathname, '/query/twelve/1')
  assert.deepEqual(Object.fromEntries(new URL(link).searchParams), { least: '3', fetch: '2', offset: '3' })
})
