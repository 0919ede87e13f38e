/** `cairn webhook`: subscriptions from the command line, and a receiver that verifies. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import {
  bloodPressure,
  idOf,
  newEhr,
  postComposition,
  putComposition,
  TEMPLATE_ID,
  uploadTemplate,
} from '../records.ts'
import { freePort, testServer } from '../server.ts'
import { LOCAL } from '../webhooks/receiver.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer({ env: LOCAL, jobPace: 10 })
await uploadTemplate(server)
const ehrId = await newEhr(server)
const cairn = cairnIn(testFolder(), settingsOf(server))
const port = await freePort()
const url = `http://127.0.0.1:${port}`

const run = async (...args: string[]) => {
  const { out, err, code } = await cairn(['webhook', ...args, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

/** Resolves when the receiver listens; the function that it returns, when it has got so many requests. */
async function listen(secret: string, times: number) {
  const options = ['--port', String(port), '--secret', secret, '--times', String(times)]
  const listening = cairn(['webhook', 'listen', ...options])
  // An unsigned request is refused, and shows that it listens.
  await eventually('the receiver', () =>
    fetch(url, { method: 'POST' }).then(
      () => true,
      () => false,
    ),
  )
  return () => listening
}

describe('cairn webhook', () => {
  it('adds a subscription, whose events its receiver verifies and prints', async () => {
    const made = await run('add', url, '--name', 'Try', '--type', 'composition', '--template', TEMPLATE_ID)
    assert.deepEqual(made.filter, { type: ['composition'], template_id: [TEMPLATE_ID] })
    const ended = await listen(made.secret, 1)
    const uid = idOf(await postComposition(server, ehrId))
    const { out, err, code } = await ended()
    assert.equal(code, 0, err)
    assert.match(
      out,
      new RegExp(`^\\S+ {2}composition\\.created +${uid} {2}ehr ${ehrId} {2}${TEMPLATE_ID}\n$`),
    )
    const listed = await run('list')
    assert.deepEqual([listed.length, listed[0].secret], [1, undefined])
    await eventually(
      'the delivery',
      async () => (await run('deliveries', made.id, '--limit', '5')).length > 0,
    )
    const [delivery] = await run('deliveries', made.id, '--limit', '5')
    assert.equal(delivery.type, 'composition.created')
    assert.equal((await run('pause', made.id)).active, false)
    assert.equal((await run('resend', made.id, '--after', 'now')).active, false)
    const again = await run('resend', made.id, '--delivery', String(delivery.id))
    assert.deepEqual([again.webhook_id, again.taken], [delivery.webhook_id, false])
    assert.equal((await run('resume', made.id)).active, true)
    assert.match((await run('rotate', made.id)).secret, /^whsec_/)
    assert.equal((await run('show', made.id)).name, 'Try')
    assert.deepEqual(await run('delete', made.id), [])
  })

  it('adds a query, and prints the rows that its events bring', async () => {
    const systolic = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
    const query = `SELECT ${systolic} FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE ${systolic} > $limit`
    const made = await run('add', url, '--query', query, '--param', 'limit=180')
    assert.deepEqual([made.q, made.query_parameters], [query, { limit: 180 }])
    const shown = await cairn(['webhook', 'show', made.id])
    assert.ok(shown.out.includes('SELECT o/data'), shown.out)
    const ended = await listen(made.secret, 2)
    await postComposition(server, ehrId, bloodPressure([{ systolic: 120 }]))
    const uid = idOf(await postComposition(server, ehrId, bloodPressure([{ systolic: 190 }])))
    await putComposition(server, ehrId, uid, bloodPressure([{ systolic: 195 }]))
    const { out, err, code } = await ended()
    assert.equal(code, 0, err)
    const lines = out.trim().split('\n')
    assert.match(lines[0] ?? '', new RegExp(`composition\\.created +${uid} .* \\+ \\[190\\]$`))
    assert.match(lines[1] ?? '', /composition\.updated .* ~ \[190\] → \[195\]$/)
    const refused = await cairn(['webhook', 'add', url, '--query', 'SELECT c FORM EHR e'])
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, /line 1, column 10/)
    assert.match((await cairn(['webhook', 'add', url, '--param', 'limit=1'])).err, /--param needs --query/)
    await run('delete', made.id)
  })

  it('refuses requests that are signed with another secret', async () => {
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const { id } = await run('add', url)
    const stop = new AbortController()
    const listening = cairn(['webhook', 'listen', '--port', String(port), '--secret', other], {
      killed: stop.signal,
    })
    await eventually('an answer', async () => (await run('ping', id)).status === 400)
    stop.abort()
    const { out, err } = await listening
    assert.equal(out, '')
    assert.match(err, /refused a request: the signature/)
    await run('delete', id)
  })

  it('says what is missing to send again', async () => {
    const { err, code } = await cairn(['webhook', 'resend', 'x'])
    assert.notEqual(code, 0)
    assert.match(err, /--delivery, --after and --since/)
  })
})
