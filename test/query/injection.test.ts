/** No text of a caller becomes SQL: an injection corpus in every position, and a table that must survive it. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { bloodPressure, postComposition } from '../records.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const asked = await asking()
const { server, send, ask } = asked
const { db } = server
const ehr = await newEhr(server)
await record(asked, ehr)

const run = (text: string) => db.execute(sql({ name: 'test.canary', text, prepare: false }))
await run('create table cairn.canary (alive boolean)')
await run('insert into cairn.canary values (true)')

const CORPUS = [
  "'; drop table cairn.canary; --",
  "'); drop table cairn.canary; --",
  "' or '1'='1",
  "' or 1=1 --",
  "'; delete from cairn.canary; select '",
  "\\'; drop table cairn.canary; --",
  '$1; drop table cairn.canary',
  '"; drop table cairn.canary; --',
  "') union select alive::text from cairn.canary --",
  '$$; drop table cairn.canary; $$',
  "E'\\x27; drop table cairn.canary; --'",
  '/* */ drop table cairn.canary /* */',
  "{'; drop table cairn.canary; --}",
  "%' escape '!' or true; drop table cairn.canary; --",
  "' || (select pg_sleep(5)) || '",
  "'; notify x; --",
  '\u0000',
  "‮';drop table cairn.canary;--",
]
const aqlText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const identifiers = CORPUS.map(each => each.replace(/[^\w]+/g, '_'))

const canary = sql<{ alive: boolean }>({ name: 'test.alive', text: 'select alive from cairn.canary' })
afterEach(async () => assert.deepEqual(await db.query(canary), [{ alive: true }]))

/** Answered, and not by a fault: the text was taken for what it is, or refused for what it is. */
async function harmless(answer: Promise<{ status: number; text: string }>, what: string): Promise<void> {
  const { status, text } = await answer
  assert.ok(status < 500, `${what}: ${status} ${text}`)
  assert.doesNotMatch(text, /SQLSTATE|syntax error at or near/)
}

const POSITIONS: Readonly<Record<string, (text: string, at: number) => string>> = {
  'a literal that is compared': text => `SELECT c FROM COMPOSITION c WHERE c/name/value = ${aqlText(text)}`,
  'a literal that is selected': text => `SELECT ${aqlText(text)} AS x FROM EHR e`,
  'a pattern': text => `SELECT c FROM COMPOSITION c WHERE c/name/value LIKE ${aqlText(`*${text}*`)}`,
  'a list': text => `SELECT c FROM COMPOSITION c WHERE c/name/value matches {${aqlText(text)}, 'x'}`,
  'a function': text =>
    `SELECT CONCAT(${aqlText(text)}, c/name/value) FROM COMPOSITION c WHERE LENGTH(${aqlText(text)}) > 0`,
  'the name of a node': text => `SELECT o/data[at0001, ${aqlText(text)}]/origin/value FROM ${OBSERVATIONS}`,
  'the name of a class': text =>
    `SELECT c FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1, ${aqlText(text)}]`,
  'a predicate': text =>
    `SELECT o/data[at0001]/events[name/value=${aqlText(text)}]/time FROM ${OBSERVATIONS}`,
  'an EHR id in FROM': text => `SELECT e FROM EHR e[ehr_id/value=${aqlText(text)}] CONTAINS COMPOSITION c`,
  'an EHR id in WHERE': text =>
    `SELECT e FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = ${aqlText(text)}`,
  'a predicate of VERSION': text =>
    `SELECT v FROM VERSION v[commit_audit/description/value=${aqlText(text)}]`,
  'a regular expression': text =>
    `SELECT o/data[name/value matches {/${text.replaceAll('/', '\\/')}/}] FROM ${OBSERVATIONS}`,
  'a terminology': text =>
    `SELECT c FROM COMPOSITION c WHERE c/name/value matches TERMINOLOGY('expand', 'openehr', ${aqlText(text)})`,
  'an alias': (_, at) =>
    `SELECT c/name/value AS ${identifiers[at]} FROM COMPOSITION c ORDER BY ${identifiers[at]}`,
  'a variable': (_, at) => `SELECT x${identifiers[at]}/name/value FROM COMPOSITION x${identifiers[at]}`,
  'an attribute': (_, at) => `SELECT c/${identifiers[at]} FROM COMPOSITION c`,
  'a class': (_, at) => `SELECT c FROM ${identifiers[at]} c`,
  'bare text in place of a literal': text => `SELECT c FROM COMPOSITION c WHERE c/name/value = ${text}`,
  'bare text after the query': text => `SELECT c FROM COMPOSITION c ${text}`,
  'bare text in a predicate': text => `SELECT c FROM COMPOSITION c[${text}]`,
  'bare text as a path': text => `SELECT c/${text} FROM COMPOSITION c`,
  'bare text as LIMIT': text => `SELECT c FROM COMPOSITION c LIMIT 1 ${text}`,
}

describe('in the text of a query', () => {
  for (const [what, query] of Object.entries(POSITIONS))
    it(what, async () => {
      for (const [at, text] of CORPUS.entries()) await harmless(ask(query(text, at)), `${what}: ${text}`)
    })

  it('a literal comes out as it went in', async () => {
    for (const text of CORPUS.filter(each => each !== '\u0000'))
      assert.deepEqual((await ask(`SELECT ${aqlText(text)} AS x FROM EHR e`)).json().rows, [[text]])
  })
})

describe('in what comes with a query', () => {
  const q = `SELECT ${SYSTOLIC} FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS} WHERE c/name/value = $x OR c/name/value LIKE $x OR c/name/value matches {$x}`
  const form = (text: string) => encodeURIComponent(text)
  it('parameters', async () => {
    for (const text of CORPUS) {
      await harmless(ask(q, { query_parameters: { x: text } }), text)
      await harmless(ask(q, { query_parameters: { x: 'y', [text]: text } }), text)
      await harmless(ask(q.replaceAll('$x', '$node'), { query_parameters: { node: text } }), text)
      await harmless(ask(`SELECT c FROM COMPOSITION c[$x]`, { query_parameters: { x: text } }), text)
      await harmless(send(`GET /query/aql?q=${form(q)}&x=${form(text)}&${form(text)}=${form(text)}`), text)
    }
  })
  it('ehr_id, fetch and offset', async () => {
    for (const text of CORPUS)
      for (const name of ['ehr_id', 'fetch', 'offset']) {
        await harmless(send(`GET /query/aql?q=${form(q)}&x=1&${name}=${form(text)}`), `${name}=${text}`)
        await harmless(ask(q, { query_parameters: { x: 1 }, [name]: text }), `${name}=${text}`)
      }
  })
  it('names and versions', async () => {
    for (const text of CORPUS) {
      await harmless(send(`GET /query/${form(text)}`), text)
      await harmless(send(`GET /query/org.example::x/${form(text)}`), text)
    }
  })
  it('headers', async () => {
    for (const text of CORPUS.filter(each => /^[\x20-\x7e]*$/.test(each))) {
      await harmless(ask(q, { query_parameters: { x: 1 } }, { headers: { 'openehr-ehr-id': text } }), text)
      await harmless(ask(q, { query_parameters: { x: 1 } }, { headers: { 'X-Request-Id': text } }), text)
    }
  })
})

describe('in what is stored', () => {
  it('names of records are found again, and are nothing else', async () => {
    for (const text of CORPUS.filter(each => each !== '\u0000')) {
      const composition = { ...bloodPressure(), name: { _type: 'DV_TEXT', value: text } }
      const answer = await postComposition(server, ehr, composition)
      assert.ok(answer.status === 201 || answer.status === 422, answer.text)
      if (answer.status !== 201) continue
      const found = await ask('SELECT c/name/value FROM COMPOSITION c WHERE c/name/value = $x', {
        query_parameters: { x: text },
      })
      assert.deepEqual(found.json().rows, [[text]])
    }
  })
  it('texts of stored queries', async () => {
    for (const [at, text] of CORPUS.filter(each => each !== '\u0000').entries()) {
      await asked.store('org.example::canary', `1.0.${at}`, `SELECT ${aqlText(text)} AS x FROM EHR e`)
      const answer = await send(`GET /query/org.example::canary/1.0.${at}`)
      assert.deepEqual(answer.json().rows, [[text]])
    }
  })
})
