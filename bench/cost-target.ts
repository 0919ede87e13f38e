/** The server under measurement, with the records that the operations use. */
import { randomInt } from 'node:crypto'
import { document, PATIENT_AQL, type Target, TEN_KILOBYTES } from './cost-operations.ts'
import { ehrOf } from './layout-data.ts'
import { type ServerProcess, token } from './server-process.ts'

/** Makes what the operations need: an EHR with a version of 10 KB, and a stored query. */
export async function prepareTarget(server: ServerProcess, bareUrl: string, ehrs = 1000): Promise<Target> {
  const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
  const base = `${server.url}/openehr/v1`
  const call = async (path: string, method: string, type?: string, body?: string) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { Authorization: authorization, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }
  const ehrId = await call('/ehr', 'POST')
  // Several servers may be measured on one database, and a version of a query is stored once.
  const storedQuery = `bench::newest_pressures_${randomInt(2 ** 40)}`
  await call(`/definition/query/${storedQuery}/1.0.0`, 'PUT', 'text/plain', PATIENT_AQL)
  return {
    url: server.url,
    bareUrl,
    authorization,
    ehrIds: Array.from({ length: ehrs }, (_, at) => ehrOf(at)),
    ehrId,
    versionUid: await call(
      `/ehr/${ehrId}/composition`,
      'POST',
      'application/json',
      document(TEN_KILOBYTES, 0),
    ),
    storedQuery,
  }
}
