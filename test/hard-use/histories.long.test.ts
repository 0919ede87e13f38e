/** Many random histories, held against a model. A seed repeats them. */
import { test } from 'node:test'
import { history } from '../ehr/history.ts'
import { uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { record } from './report.ts'

const SEED = Number(process.env['CAIRN_TEST_SEED'] ?? Date.now() % 1_000_000)
const HISTORIES = 1000
const STEPS = 30
const AT_ONCE = 8

const server = await testServer({ env: { CAIRN_LOG_LEVEL: 'error' } })
await uploadTemplate(server)

test(`${HISTORIES} histories (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
  let next = 0
  const client = async () => {
    for (let at = next++; at < HISTORIES; at = next++) await history(server, SEED + at, STEPS)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  record({
    check: '22',
    subject: 'Random histories beside a model',
    method: `${HISTORIES} histories of ${STEPS} random steps, ${AT_ONCE} at a time: create, update, late update, delete, reads of versions, moments and histories; seed ${SEED}`,
    figure: `${HISTORIES * STEPS} steps, every answer is that of the model; versions of each object in one line`,
  })
})
