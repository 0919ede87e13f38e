/** Every write to a record, each with its event in the audit trail. */
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { aboutSubject, folder, note, objectOf, status } from '../admin/records.ts'
import { idOf } from '../records.ts'
import type { RunningServer } from '../server.ts'
import type { WriteCall, WriteEvents } from './write-events.ts'

const EHRS = '/openehr/v1/ehr'

const under = (method: string, path: string): string => `${method} ${EHRS}/{ehr_id}/${path}`

const committing =
  ({ write }: WriteEvents, ehrId: string) =>
  (call: Omit<WriteCall, 'ehrId' | 'commits'>) =>
    write({ ...call, ehrId, commits: true })

/** The uid of a version that has a tag. */
async function writeCompositions(events: WriteEvents, ehrId: string): Promise<string> {
  const at = `${EHRS}/${ehrId}`
  const commit = committing(events, ehrId)
  const first = idOf(
    await commit({ operation: under('POST', 'composition'), target: `${at}/composition`, body: note('a') }),
  )
  const object = objectOf(first)
  const tagged = idOf(
    await commit({
      operation: under('POST', 'composition'),
      target: `${at}/composition`,
      body: note('tagged'),
      headers: { 'openehr-item-tag': 'key="k",value="v"' },
    }),
  )
  const update = {
    operation: under('PUT', 'composition/{uid_based_id}'),
    target: `${at}/composition/${object}`,
  }
  const second = idOf(await commit({ ...update, body: note('b'), headers: { 'If-Match': first } }))
  const third = idOf(
    await commit({
      ...update,
      body: note('c'),
      headers: { 'If-Match': second, Prefer: 'return=representation' },
    }),
  )
  await commit({
    operation: under('DELETE', 'composition/{uid_based_id}'),
    target: `${at}/composition/${third}`,
  })
  return tagged
}

async function writeTags(
  { write }: WriteEvents,
  ehrId: string,
  tagged: string,
  statusUid: string,
): Promise<void> {
  for (const [kind, uid] of [
    ['composition', tagged],
    ['ehr_status', objectOf(statusUid)],
  ]) {
    const target = `${EHRS}/${ehrId}/${kind}/${uid}/tags`
    const tags = [{ key: 'a', value: '1' }]
    await write({ operation: under('PUT', `${kind}/{uid_based_id}/tags`), target, body: tags, ehrId })
    await write({
      operation: under('DELETE', `${kind}/{uid_based_id}/tags/{key}`),
      target: `${target}/a`,
      ehrId,
    })
  }
}

async function writeStatusAndDirectory(events: WriteEvents, ehrId: string, statusUid: string): Promise<void> {
  const at = `${EHRS}/${ehrId}`
  const commit = committing(events, ehrId)
  await commit({
    operation: under('PUT', 'ehr_status'),
    target: `${at}/ehr_status`,
    body: status(),
    headers: { 'If-Match': statusUid },
  })
  const directory = { target: `${at}/directory` }
  const opened = idOf(
    await commit({ operation: under('POST', 'directory'), ...directory, body: folder('root') }),
  )
  const changed = idOf(
    await commit({
      operation: under('PUT', 'directory'),
      ...directory,
      body: folder('root 2'),
      headers: { 'If-Match': opened },
    }),
  )
  await commit({ operation: under('DELETE', 'directory'), ...directory, headers: { 'If-Match': changed } })
}

async function writeContribution(events: WriteEvents, ehrId: string): Promise<void> {
  const changeType = {
    _type: 'DV_CODED_TEXT',
    value: 'creation',
    defining_code: { terminology_id: { value: 'openehr' }, code_string: '249' },
  }
  const audit = { change_type: changeType, committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr A' } }
  await committing(
    events,
    ehrId,
  )({
    operation: under('POST', 'contribution'),
    target: `${EHRS}/${ehrId}/contribution`,
    body: {
      versions: ['x', 'y'].map(says => ({
        commit_audit: audit,
        lifecycle_state: {
          ...changeType,
          value: 'complete',
          defining_code: { ...changeType.defining_code, code_string: '532' },
        },
        data: note(says),
      })),
      audit,
    },
  })
}

async function writeEpisodes(events: WriteEvents, ehrId: string): Promise<void> {
  const commit = committing(events, ehrId)
  const extra = `/extra/v1/ehr/${ehrId}/episode`
  const episodes = (method: string, path = '') => `${method} /extra/v1/ehr/{ehr_id}/episode${path}`
  const { uid } = (
    await commit({ operation: episodes('POST'), target: extra, body: { name: 'stay' } })
  ).json()
  await commit({
    operation: episodes('PUT', '/{uid}'),
    target: `${extra}/${uid}`,
    body: { name: 'long stay' },
  })
  for (const verb of ['deactivate', 'activate'])
    await commit({ operation: episodes('PUT', `/{uid}/${verb}`), target: `${extra}/${uid}/${verb}` })
  await commit({ operation: episodes('DELETE', '/{uid}'), target: `${extra}/${uid}` })
  await events.write({
    operation: 'PUT /extra/v1/admin/ehr/{ehr_id}/episode/{uid}/destroy',
    target: `/extra/v1/admin/ehr/${ehrId}/episode/${uid}/destroy`,
    ehrId,
  })
}

async function writeDatamapRecords(events: WriteEvents, ehrId: string): Promise<void> {
  const commit = committing(events, ehrId)
  const rows = '/extra/v1/datamap'
  const record = { when: '2026-01-01T10:00:00Z', systolic: { magnitude: 120, units: 'mm[Hg]' } }
  const made = await commit({
    operation: `POST ${rows}/{datamapName}`,
    target: `${rows}/pressures?ehrUid=${ehrId.toUpperCase()}`,
    body: record,
  })
  const { uid: recordId } = made.json().data
  const put = await commit({
    operation: `PUT ${rows}/{datamapName}/{uid}`,
    target: `${rows}/pressures/${recordId}`,
    body: record,
    headers: { 'If-Match': idOf(made) },
  })
  await commit({
    operation: `DELETE ${rows}/{datamapName}/{uid}`,
    target: `${rows}/pressures/${recordId}`,
    headers: { 'If-Match': idOf(put) },
  })
}

async function eraseRecords(
  events: WriteEvents,
  ehrId: string,
  tagged: string,
  named: string,
): Promise<void> {
  const { write, created } = events
  const admin = '/openehr/v1/admin/ehr'
  const kept = idOf(
    await committing(
      events,
      ehrId,
    )({
      operation: under('POST', 'directory'),
      target: `${EHRS}/${ehrId}/directory`,
      body: folder('kept'),
    }),
  )
  for (const [path, uid] of [
    ['composition', tagged],
    ['directory', kept],
  ])
    await write({
      operation: `DELETE ${admin}/{ehr_id}/${path}/{uid_based_id}`,
      target: `${admin}/${ehrId}/${path}/${uid}`,
      ehrId,
    })
  await write({
    operation: `POST ${admin}/{ehr_id}/merge`,
    target: `${admin}/${ehrId}/merge`,
    body: { from: named },
    ehrId,
  })
  const [one, two] = [
    idOf(await created({ operation: `POST ${EHRS}`, target: EHRS })),
    idOf(await created({ operation: `POST ${EHRS}`, target: EHRS })),
  ]
  await write({ operation: `DELETE ${admin}/all`, target: `${admin}/all?ehr_id=${one}&ehr_id=${two}` })
  await write({ operation: `DELETE ${admin}/{ehr_id}`, target: `${admin}/${ehrId}`, ehrId })
}

/** Read from the database: a read over HTTP would have an event of its own. */
async function statusUid(db: Database, ehrId: string): Promise<string> {
  const latest = sql<{ uid: string }, [ehrId: string]>({
    name: 'test.statusUid',
    text: `select object_id || '::' || v.system_id || '::' || version as uid
           from cairn.version v join cairn.ehr e using (ehr_id)
           where ehr_id = $1 and object_id = status_id order by version desc limit 1`,
  })
  return (await db.query(latest, [ehrId]))[0]?.uid ?? ''
}

/** Writes to every resource of an EHR, and removes it at the end. */
export async function writeRecords({ db }: Pick<RunningServer, 'db'>, events: WriteEvents): Promise<void> {
  const { write, created } = events
  const named = '0195f1f2-3333-7444-8555-666677778888'
  const ehrId = idOf(await created({ operation: `POST ${EHRS}`, target: EHRS }))
  await write({
    operation: `PUT ${EHRS}/{ehr_id}`,
    target: `${EHRS}/${named.toUpperCase()}`,
    body: status(aboutSubject('42')),
    headers: { Prefer: 'return=representation' },
    ehrId: named,
    commits: true,
  })
  const tagged = await writeCompositions(events, ehrId)
  const uid = await statusUid(db, ehrId)
  await writeTags(events, ehrId, tagged, uid)
  await writeStatusAndDirectory(events, ehrId, uid)
  await writeContribution(events, ehrId)
  await writeEpisodes(events, ehrId)
  await writeDatamapRecords(events, ehrId)
  await eraseRecords(events, ehrId, tagged, named)
}
