/** Bodies of contributions for tests, and how to commit and look at them. */
import assert from 'node:assert/strict'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { bloodPressure } from '../records.ts'
import type { Answer, RunningServer } from '../server.ts'

const CODES = {
  creation: 249,
  amendment: 250,
  modification: 251,
  synthesis: 252,
  unknown: 253,
  deleted: 523,
  complete: 532,
  incomplete: 553,
  attestation: 666,
  inactive: 800,
  abandoned: 801,
  restoration: 816,
  'format conversion': 817,
} as const

export type Term = keyof typeof CODES

/** DV_CODED_TEXT, as public test data have it. */
export const coded = (term: Term) => data.codedText('openehr', String(CODES[term]), term)

export const audit = (change: Term, rest: data.Data = {}): data.Data => ({
  _type: 'AUDIT_DETAILS',
  change_type: coded(change),
  committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr. Ada' },
  ...rest,
})

export interface Version {
  readonly change: Term
  readonly lifecycle?: Term
  readonly data?: unknown
  readonly preceding?: string | undefined
  readonly rest?: data.Data
}

export const version = ({
  change,
  lifecycle = 'complete',
  data: given,
  preceding,
  rest,
}: Version): data.Data => ({
  _type: 'ORIGINAL_VERSION',
  lifecycle_state: coded(lifecycle),
  commit_audit: audit(change),
  ...(given === undefined ? {} : { data: given }),
  ...(preceding === undefined
    ? {}
    : { preceding_version_uid: { _type: 'OBJECT_VERSION_ID', value: preceding } }),
  ...rest,
})

export const contribution = (versions: readonly data.Data[], rest: data.Data = {}): data.Data => ({
  _type: 'CONTRIBUTION',
  versions,
  audit: audit('creation'),
  ...rest,
})

export const composition = (systolic = 120): data.Data => bloodPressure([{ systolic }])

export const folder = (name: string, rest: data.Data = {}): data.Data =>
  data.locatable('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', rest, name)

export const status = (rest: data.Data = {}): data.Data => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: data.text('EHR Status'),
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
  ...rest,
})

export type Headers = Readonly<Record<string, string>>

export interface Client {
  /** `call('GET /ehr/…')` under `/openehr/v1`, with a JSON body where one is given. */
  call(request: string, body?: unknown, headers?: Headers): Promise<Answer>
  commit(ehrId: string, body: unknown, headers?: Headers): Promise<Answer>
  /** Commits, and gives the uids of the new versions in their order. */
  committed(ehrId: string, ...versions: readonly Version[]): Promise<string[]>
  /** The uid of the latest EHR_STATUS. */
  statusUid(ehrId: string): Promise<string>
}

// biome-ignore lint/suspicious/noExplicitAny: references as the answer has them
export const uidsOf = (body: any): string[] => body.versions.map((each: any) => each.id.value)

export function clientOf(server: RunningServer): Client {
  const call: Client['call'] = (request, body, headers = {}) =>
    server.call(request.replace(' /', ' /openehr/v1/'), {
      scopes: 'api.read api.write',
      headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const commit: Client['commit'] = (ehrId, body, headers) =>
    call(`POST /ehr/${ehrId}/contribution`, body, headers)
  return {
    call,
    commit,
    committed: async (ehrId, ...versions) => {
      const body = contribution(versions.map(version))
      const answer = await commit(ehrId, body, { Prefer: 'return=representation' })
      assert.equal(answer.status, 201, answer.text)
      return uidsOf(answer.json())
    },
    statusUid: async ehrId => (await call(`GET /ehr/${ehrId}/ehr_status`)).json().uid.value,
  }
}

/** The numbers of contributions and versions of an EHR, which a refusal must leave as they were. */
export async function counted(server: RunningServer, ehrId: string) {
  const [row] = await server.db.query(
    sql<{ contributions: number; versions: number; directory: string | null }, [ehrId: string]>({
      name: 'test.counted',
      text: `select (select count(*)::int from cairn.contribution where ehr_id = $1) as contributions,
               (select count(*)::int from cairn.version where ehr_id = $1) as versions,
               (select directory_id from cairn.ehr where ehr_id = $1) as directory`,
    }),
    [ehrId],
  )
  return row
}

/** The faults that an answer tells of, by their paths. */
export const pathsOf = (answer: Answer): string[] =>
  answer.json().errors.map((each: { path: string }) => each.path)

/** Refused as a whole: the status and code, and an EHR that is as it was. */
export async function refused(
  server: RunningServer,
  ehrId: string,
  body: unknown,
  expected: readonly [status: number, code: string],
): Promise<Answer> {
  const before = await counted(server, ehrId)
  const answer = await clientOf(server).commit(ehrId, body)
  assert.deepEqual([answer.status, answer.json().code], expected, answer.text)
  assert.deepEqual(await counted(server, ehrId), before)
  return answer
}

/** Two violations: units that the template does not have, and a language that there is not. */
export const broken = (): data.Data => ({
  ...JSON.parse(JSON.stringify(composition()).replaceAll('mm[Hg]', 'kg')),
  language: data.codePhrase('ISO_639-1', 'xx'),
})
