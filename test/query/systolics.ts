/** Four systolic pressures of two EHRs, and stored queries over them, for tests of the query endpoints. */
import { type Asking, asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

export const SYSTOLICS = `SELECT ${SYSTOLIC} AS systolic, c/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
export const ABOVE = `${SYSTOLICS} WHERE ${SYSTOLIC} > $least`

/** The stored query with a parameter, and a body for it. */
export const V171 = '/openehr/v1/query/org.example::systolic/1.7.1'
export const BODY = { fetch: 10, offset: 0, query_parameters: { least: 130 } }

export interface Systolics extends Asking {
  readonly one: string
  readonly two: string
  /** Uids of the compositions: 120 and 140 of the first EHR, 160 of it, 100 of the second. */
  readonly first: string
  readonly second: string
  readonly third: string
}

export async function askSystolics(): Promise<Systolics> {
  const asked = await asking({ env: { CAIRN_PREFIXES: '/ehrbase/rest/openehr/v1' } })
  const one = await newEhr(asked.server)
  const two = await newEhr(asked.server)
  const first = await record(asked, one, [{ systolic: 120 }, { systolic: 140 }])
  const second = await record(asked, one, [{ systolic: 160 }])
  const third = await record(asked, two, [{ systolic: 100 }])
  await asked.store('org.example::systolic', '1.0.0', SYSTOLICS)
  await asked.store('org.example::systolic', '1.7.1', ABOVE)
  return { ...asked, one, two, first, second, third }
}
