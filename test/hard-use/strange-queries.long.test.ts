/** Queries that nobody would write, by the hundred thousand: each is a query or a problem, in the library and over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, checkAql, parseAql, printAql } from '@cairn-ehr/openehr/aql'
import fc from 'fast-check'
import { Problem } from '../../packages/openehr/src/problem.ts'
import { mutatedQuery, queryOfPieces, queryTree } from '../../packages/openehr/test/aql/strange-queries.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { record } from './report.ts'

const SEED = Number(process.env['CAIRN_TEST_SEED'] ?? Date.now() % 1_000_000)
const PARSED = 100_000
const SENT = 5_000
const AT_ONCE = 8

const printed = queryTree.map(tree => printAql(tree as never))
const text = fc.oneof(printed, mutatedQuery, mutatedQuery, queryOfPieces)

test(`${PARSED} texts for the library (seed ${SEED})`, { timeout: 900_000 }, () => {
  const counts = { queries: 0, problems: 0 }
  const property = fc.property(text, query => {
    try {
      const tree = parseAql(query)
      checkAql(tree)
      bindParameters(tree, {})
      counts.queries++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      assert.match(error.code, /^aql\./)
      counts.problems++
    }
  })
  fc.assert(property, { numRuns: PARSED, seed: SEED })
  record({
    check: '35',
    subject: 'Random and mutated queries in the library',
    method: `${PARSED} texts: trees after the grammar, mutated queries of the reference and pieces of syntax; parsed, checked and bound; seed ${SEED}`,
    figure: `${counts.queries} are queries, ${counts.problems} are problems of AQL, nothing else`,
  })
})

test(`${SENT} texts for the server (seed ${SEED})`, { timeout: 900_000 }, async () => {
  const server = await testServer({ env: { CAIRN_LOG_LEVEL: 'error' } })
  await uploadTemplate(server)
  for (let at = 0; at < 5; at++) await postComposition(server, await newEhr(server))
  const queries = fc.sample(text, { numRuns: SENT, seed: SEED })
  const counts = new Map<number, number>()
  const client = async () => {
    for (let q = queries.pop(); q !== undefined; q = queries.pop()) {
      const { status, text: body } = await server.call('POST /openehr/v1/query/aql', {
        scopes: 'api.read',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ q }),
      })
      assert.ok([200, 400].includes(status), `${JSON.stringify(q)}: ${status} ${body}`)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  record({
    check: '35',
    subject: 'Random and mutated queries over HTTP',
    method: `${SENT} texts of the same kinds, ${AT_ONCE} at a time, to a server with records; seed ${SEED}`,
    figure: `200: ${counts.get(200) ?? 0}, 400: ${counts.get(400) ?? 0}, nothing else`,
  })
})
