/** Metrics of a server that many records, templates, queries and unknown paths came to: no series is added for any of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { freePort, testServer } from '../server.ts'
import { record } from './report.ts'

const EHRS = 2000
const TEMPLATES = 200
const PATHS = 10_000

const adminPort = await freePort()
const server = await testServer({ env: { CAIRN_ADMIN_PORT: String(adminPort), CAIRN_LOG_LEVEL: 'error' } })

const series = async (): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  return text.split('\n').filter(line => line !== '' && !line.startsWith('#')).length
}

async function times(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < count; at = next++) await work(at)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function visit(at: number): Promise<void> {
  await server.call(`GET /nowhere/${at}`)
}

test('series of metrics', { timeout: 900_000 }, async () => {
  await uploadTemplate(server)
  await postComposition(server, await newEhr(server))
  await visit(-1)
  const before = await series()
  await times(TEMPLATES, at => uploadTemplate(server, `template ${at}`))
  await times(EHRS, async () => {
    const ehrId = await newEhr(server)
    assert.equal((await postComposition(server, ehrId)).status, 201)
  })
  await times(PATHS, visit)
  const added = (await series()) - before
  assert.ok(added <= 50, `${added} series were added`)
  record({
    check: '75',
    subject: 'Series of metrics',
    method: `${EHRS} EHRs with a composition, ${TEMPLATES} templates and ${PATHS} unknown paths`,
    figure: `${before} series before, ${added} more afterwards`,
  })
})
