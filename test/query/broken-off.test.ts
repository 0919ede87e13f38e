/** An answer that breaks off at the time limit says so: in its last line, in the log, and on the command line. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { eventually } from '../eventually.ts'
import { asking, newEhr, record } from './queries.ts'

const asked = await asking({
  env: { CAIRN_QUERY_TIMEOUT_MS: '1500', CAIRN_QUERY_MAX_FETCH: '2000000000' },
})
const { server } = asked
const ehr = await newEhr(server)
for (let count = 0; count < 24; count++) await record(asked, ehr)

/** 24 to the power of 6 rows, by the evaluator, which finds one after the other: no server sends them within the limit. */
const NAMES = ['a', 'b', 'c', 'd', 'f', 'g']
const MANY = `SELECT ${NAMES.map(name => `${name}/uid/value AS ${name}`).join()} FROM EHR e CONTAINS (${NAMES.map(
  name => `COMPOSITION ${name}`,
).join(' AND ')}) WHERE TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'`
const MESSAGE = /longer than .*\(CAIRN_QUERY_TIMEOUT_MS\)/

/** Asks again where the limit came before the first row: on a busy machine a thread may take longer to start. */
async function startedOnce<T>(ask: () => Promise<T>, isTooEarly: (answer: T) => boolean): Promise<T> {
  let answer = await ask()
  for (let tries = 0; tries < 20 && isTooEarly(answer); tries++) answer = await ask()
  return answer
}

/** All of an answer that came before its connection ended. */
async function readAll(accept: string, requestId: string): Promise<{ text: string; isWhole: boolean }> {
  const answer = await startedOnce(
    () => send(accept, requestId),
    ({ status }) => status === 408,
  )
  assert.equal(answer.status, 200)
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const piece of answer.body ?? []) text = (text + decoder.decode(piece)).slice(-1000)
    return { text, isWhole: true }
  } catch {
    return { text, isWhole: false }
  }
}

async function send(accept: string, requestId: string): Promise<Response> {
  return fetch(`${server.url}/openehr/v1/query/aql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await server.token('api.read')}`,
      'Content-Type': 'application/json',
      'X-Request-Id': requestId,
      Accept: accept,
    },
    body: JSON.stringify({ q: MANY, fetch: 2_000_000_000 }),
  })
}

const FORMS: Readonly<Record<string, (end: string) => unknown>> = {
  'text/csv': end => /\n"?#error (query\.timeout: .*?)"?\r\n$/.exec(end)?.[1],
  'application/x-ndjson': end => JSON.parse(end.trimEnd().split('\n').at(-1) ?? '')['#error'].message,
  'application/json': end => /\],"error":\{"code":"query\.timeout","message":"(.*?)"\}\}\n$/.exec(end)?.[1],
}

describe('an answer that breaks off at the time limit', () => {
  for (const [type, messageIn] of Object.entries(FORMS))
    it(`says so in its last line as ${type}, and in the log`, async () => {
      const requestId = `broken-${type.replace(/\W/g, '-')}`
      const { text, isWhole } = await readAll(type, requestId)
      assert.equal(isWhole, false, 'nobody may take it for a whole one')
      assert.match(String(messageIn(text)), MESSAGE)
      await eventually('the log line', () => server.logged.some(line => line.includes(requestId)))
      const lines = server.logged.filter(line => line.includes(requestId)).map(line => JSON.parse(line))
      const query = lines.findLast(({ msg }) => msg === 'query')
      assert.equal(query?.outcome, 'timeout')
      assert.match(query?.reason, MESSAGE)
    })

  const folder = testFolder()
  /** As somebody who may not export: the limit holds. */
  const cairn = cairnIn(folder, { ...settingsOf(server), CAIRN_SCOPE: 'api.read' })
  const exportTo = (name: string) =>
    startedOnce(
      () => cairn(['aql', MANY, '--out', join(folder, name)]),
      ({ err }) => err.startsWith('The query took longer'),
    )

  it('is told by cairn aql --out, which leaves no file', async () => {
    const { code, err } = await exportTo('rows.csv')
    assert.equal(code, 1)
    assert.match(err, /broke off before its end: nothing was written\./)
    assert.match(err, MESSAGE)
    assert.ok(!existsSync(join(folder, 'rows.csv')) && !existsSync(join(folder, 'rows.csv.part')))
  })

  for (const name of ['rows.parquet', 'rows.arrow'])
    it(`has no last line as ${name}: cairn aql --out says where the reason is`, async () => {
      const { code, err } = await exportTo(name)
      assert.equal(code, 1)
      const [, requestId = ''] =
        /broke off before its end: nothing was written\. The log .* under the request id (\S+)\.\n$/.exec(
          err,
        ) ?? []
      assert.notEqual(requestId, '', err)
      assert.ok(!existsSync(join(folder, name)) && !existsSync(join(folder, `${name}.part`)))
      const isReason = (line: string) => line.includes(requestId) && MESSAGE.test(line)
      await eventually('the log line', () => server.logged.some(isReason))
    })
})
