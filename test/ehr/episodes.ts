/** Episodes for tests: how to make them over HTTP, and which one a record belongs to. */

import assert from 'node:assert/strict'
import { guarded, seen } from '../../packages/server/src/access/index.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import type { EhrId, ObjectId } from '../../packages/server/src/ids/index.ts'
import { EPISODE_COLUMNS, EPISODE_OF_RECORD } from '../../packages/server/src/versions/companions/index.ts'
import { findVersion, type StoredVersion } from '../../packages/server/src/versions/index.ts'
import type { Answer, CallOptions, RunningServer } from '../server.ts'

interface ShownEpisode {
  readonly uid: string
  readonly episodeId: string
  readonly name: string
  readonly active: boolean
  readonly urgency?: string
  readonly careCircuit?: string
  readonly startsAt: string
  readonly endsAt?: string
  readonly default?: true
}

/** An episode with all that a client may say of it. */
export const FULL = {
  name: 'Admission',
  active: false,
  urgency: 'at0012',
  careCircuit: '5',
  startsAt: '2025-12-04T15:46:53+01:00',
  endsAt: '2025-12-10T11:30:00+01:00',
}

export interface Episodes {
  /** `call('GET /ehr/…/episode')`, under `/extra/v1`, with a token for everything but admin. */
  call(request: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  make(ehrId: string, body?: object): Promise<ShownEpisode>
  list(ehrId: string): Promise<readonly ShownEpisode[]>
  defaultOf(ehrId: string): Promise<ShownEpisode>
  destroy(ehrId: string, uid: string): Promise<Answer>
}

export function openEpisodes(server: RunningServer): Episodes {
  const ask = (scopes: string, request: string, body?: unknown, headers: Record<string, string> = {}) => {
    const options: CallOptions =
      body === undefined
        ? { scopes, headers }
        : { scopes, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
    return server.call(request.replace(' /', ' /extra/v1/'), options)
  }
  const call: Episodes['call'] = (...asked) => ask('api.read api.write', ...asked)
  const list: Episodes['list'] = async ehrId => {
    const answer = await call(`GET /ehr/${ehrId}/episode`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json()
  }
  return {
    call,
    list,
    make: async (ehrId, body = { name: 'An episode' }) => {
      const answer = await call(`POST /ehr/${ehrId}/episode`, body)
      assert.equal(answer.status, 201, answer.text)
      return answer.json()
    },
    defaultOf: async ehrId => {
      const found = (await list(ehrId)).find(each => each.default)
      assert.ok(found, 'every EHR has a default episode')
      return found
    },
    destroy: (ehrId, uid) => ask('api.admin', `PUT /admin/ehr/${ehrId}/episode/${uid}/destroy`),
  }
}

/** The fields that a datamap record has of its episode. */
export interface EpisodeFields {
  readonly episode_uid: string
  readonly episode_id: string
  readonly episode_status: string
  readonly episode_start: string
  readonly episode_end: string
}

const ofRecord = sql<EpisodeFields, [objectId: string]>({
  name: 'test.episodeOfRecord',
  text: guarded`select ${EPISODE_COLUMNS} from ${seen.versioned_object('o')} ${EPISODE_OF_RECORD} where o.object_id = $1`,
})

/** Of a composition, by the uid of its object or of a version. */
export async function episodeOf(db: Database, uid: string): Promise<EpisodeFields> {
  const [fields, ...more] = await db.query(ofRecord, [uid.split('::')[0] ?? ''])
  assert.ok(fields && more.length === 0, 'a record belongs to one episode')
  return fields
}

const versionNumbers = sql<{ ehr_id: EhrId; version: number }, [objectId: string]>({
  name: 'test.episodeVersions',
  text: 'select ehr_id, version from cairn.version where object_id = $1 order by version',
})

/** The stored versions of an episode, oldest first. */
export async function versionsOf(db: Database, uid: string): Promise<readonly (StoredVersion | undefined)[]> {
  const rows = await db.query(versionNumbers, [uid])
  return Promise.all(rows.map(row => findVersion(db, row.ehr_id, uid as ObjectId, row.version)))
}
