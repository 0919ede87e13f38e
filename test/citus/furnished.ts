/** A server on a cluster of two workers, with records of some EHRs. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type ProgramServer, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { findCitus, type OwnCluster, startCluster } from './own-cluster.ts'

/** Enough that both workers have some: each is on one of two. */
export const EHRS = 12

const aqlCount = encodeURIComponent('SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c')

export function callsOf(server: ProgramServer) {
  return {
    readEhr: (ehrId: string) => server.call(`GET /openehr/v1/ehr/${ehrId}`),
    commitTo: (ehrId: string, uid?: string) =>
      server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
        body: JSON.stringify({
          ...bloodPressure([{ systolic: 120 }]),
          ...(uid === undefined ? {} : { uid: { _type: 'HIER_OBJECT_ID', value: uid } }),
        }),
      }),
    countAll: () => server.call(`GET /openehr/v1/query/aql?q=${aqlCount}`),
  }
}

export interface Furnished {
  readonly cluster: OwnCluster
  readonly server: ProgramServer
  readonly ehrs: readonly string[]
}

/** `settingsFor`: of the server, beside the address of the cluster. */
export async function furnished(
  settingsFor: (cluster: OwnCluster) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<Furnished> {
  const cluster = await startCluster(findCitus() ?? '', { workers: 2, shards: 4 })
  after(() => cluster.remove())
  const settings = await settingsFor(cluster)
  const server = await programServer({ CAIRN_DATABASE_URL: cluster.url, ...settings })
  const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    headers: { 'Content-Type': 'application/xml' },
    body: bloodPressureOpt(),
  })
  assert.equal(uploaded.status, 201, await uploaded.text())
  const ehrs: string[] = []
  for (let count = 0; count < EHRS; count++) {
    const made = await server.call('POST /openehr/v1/ehr', { headers: { Prefer: 'return=representation' } })
    const { ehr_id } = (await made.json()) as { ehr_id: { value: string } }
    ehrs.push(ehr_id.value)
    assert.equal((await callsOf(server).commitTo(ehr_id.value)).status, 201)
  }
  assert.equal((await server.ready()).status, 200)
  return { cluster, server, ehrs }
}
