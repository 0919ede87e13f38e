/** A server with a hundred templates starts, and the first commit of each template is no surprise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { idIn, type ProgramServer, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { quantile } from './probe.ts'
import { record } from './report.ts'

const TEMPLATES = 100
const STARTS = 5

const templateId = (at: number): string => `template ${at}`

async function stop({ program }: ProgramServer): Promise<void> {
  program.child.kill('SIGTERM')
  await program.ended
}

test('starts and first commits', { skip: notBuilt, timeout: 300_000 }, async () => {
  const { url } = await testDatabase()
  const settings = { CAIRN_DATABASE_URL: url }
  const filling = await programServer(settings, { built: true })
  for (let at = 0; at < TEMPLATES; at++) {
    const body = bloodPressureOpt(templateId(at))
    const headers = { 'Content-Type': 'application/xml' }
    const answer = await filling.call('POST /openehr/v1/definition/template/adl1.4', { body, headers })
    assert.equal(answer.status, 201)
  }
  const ehrId = idIn(await filling.call('POST /openehr/v1/ehr'))
  await stop(filling)

  const starts: number[] = []
  for (let at = 1; at < STARTS; at++) {
    const began = performance.now()
    const server = await programServer(settings, { built: true })
    starts.push((performance.now() - began) / 1000)
    await stop(server)
  }
  const began = performance.now()
  const server = await programServer(settings, { built: true })
  starts.push((performance.now() - began) / 1000)
  const commit = async (at: number) => {
    const body = JSON.stringify(bloodPressure([{ systolic: 120 }], templateId(at)))
    const from = performance.now()
    const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, { body })
    assert.equal(answer.status, 201)
    return performance.now() - from
  }
  const first: number[] = []
  for (let at = 0; at < TEMPLATES; at++) first.push(await commit(at))
  const warm: number[] = []
  for (let at = 0; at < TEMPLATES; at++) warm.push(await commit(at))
  const [cold, usual] = [quantile(first, 0.5), quantile(warm, 0.5)]
  record({
    check: '14',
    subject: 'Cold start with many templates',
    method: `${TEMPLATES} templates; ${STARTS} starts of the program until it is ready and has given a token; the first commit of each template, then another of each`,
    figure: `ready after ${quantile(starts, 0.5).toFixed(1)} s (median), ${quantile(starts, 1).toFixed(1)} s at most; first commit p50 ${cold.toFixed(1)} ms, later ${usual.toFixed(1)} ms: ${(cold / usual).toFixed(1)} times`,
  })
  await stop(server)
})
