/** A server program that has a hospital's records, and the requests of its day. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { tenKilobytes } from '../../bench/records-data.ts'
import { testDatabase } from '../database.ts'
import { idIn, type ProgramServer, programServer } from '../program-server.ts'
import { bloodPressureOpt } from '../records.ts'
import { type Load, openLoad, type Shot } from './load.ts'

export interface Hospital {
  readonly server: ProgramServer
  readonly databaseUrl: string
  readonly load: Load
  readonly ehrs: readonly string[]
  /** Paths of compositions by their versions. */
  readonly compositions: readonly string[]
  readonly pid: number
  /** The request of a mix of reads, commits, queries and new EHRs. */
  day(count: number): Shot
  readComposition(count: number): Shot
  commit(count: number): Shot
}

const AQL = encodeURIComponent(
  'SELECT c/uid/value AS uid, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude AS systolic ' +
    'FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o ORDER BY c/uid/value LIMIT 20',
)

export async function openHospital(compositionCount: number): Promise<Hospital> {
  const { url: databaseUrl } = await testDatabase()
  const server = await programServer(
    { CAIRN_DATABASE_URL: databaseUrl, CAIRN_LOG_LEVEL: 'info', CAIRN_MAX_CONNECTIONS_PER_PEER: '0' },
    { built: true },
  )
  const load = openLoad(server.url)
  const opt = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    body: bloodPressureOpt(),
    headers: { 'Content-Type': 'application/xml' },
  })
  assert.equal(opt.status, 201)
  const ehrs: string[] = []
  for (let at = 0; at < Math.max(20, compositionCount / 50); at++)
    ehrs.push(idIn(await server.call('POST /openehr/v1/ehr')))
  const reading = { Authorization: server.authorization }
  const writing = { ...reading, 'Content-Type': 'application/json' }
  const body = tenKilobytes()
  const ehrOf = (count: number) => `/openehr/v1/ehr/${ehrs[count % ehrs.length]}`
  const commit = (count: number): Shot => ({
    method: 'POST',
    path: `${ehrOf(count)}/composition`,
    headers: writing,
    body,
  })
  const compositions: string[] = []
  let next = 0
  const writer = async () => {
    for (let at = next++; at < compositionCount; at = next++) {
      const hit = await load.send(commit(at))
      assert.equal(hit.status, 201)
      compositions.push(`${ehrOf(at)}/composition/${hit.etag}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))

  const readComposition = (count: number): Shot => ({
    method: 'GET',
    path: compositions[(count * 7919) % compositions.length] ?? '',
    headers: reading,
  })
  const get = (path: string): Shot => ({ method: 'GET', path, headers: reading })
  // Twenty requests of a day: mostly reads, a fifth of them commits, some queries of one patient, a new patient.
  const KINDS: readonly ((count: number) => Shot)[] = [
    ...Array.from({ length: 9 }, () => readComposition),
    ...Array.from({ length: 4 }, () => commit),
    ...Array.from({ length: 3 }, () => (count: number) => get(ehrOf(count))),
    ...Array.from(
      { length: 3 },
      () => (count: number) => get(`/openehr/v1/query/aql?q=${AQL}&ehr_id=${ehrs[count % ehrs.length]}`),
    ),
    () => ({ method: 'POST', path: '/openehr/v1/ehr', headers: reading }),
  ]
  return {
    server,
    databaseUrl,
    load,
    ehrs,
    compositions,
    pid: server.program.child.pid ?? 0,
    day: count => (KINDS[(count * 7) % KINDS.length] ?? readComposition)(count),
    readComposition,
    commit,
  }
}

/** Memory of a process, in megabytes. */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Seconds of processor time that a process has used, in user and system mode. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // The clock of the kernel has 100 ticks a second on every platform that Node supports.
  return (Number(fields[11]) + Number(fields[12])) / 100
}
