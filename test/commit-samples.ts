/** Commits and new EHRs as the statements take them, to be written by tests. */
import { randomUUID } from 'node:crypto'
import { auditEvent, trailEvent } from '../packages/server/src/audit/index.ts'
import { type EhrId, newEhrId, newObjectId, type ObjectId } from '../packages/server/src/ids/index.ts'
import type {
  CommitRows,
  NewEhr,
  NewEhrRow,
  VersionRow,
} from '../packages/server/src/versions/commit-rows.ts'

export const versionRow = (over: Partial<VersionRow> = {}): VersionRow => ({
  objectId: newObjectId(),
  kind: 'COMPOSITION',
  version: 1,
  systemId: 'test "quoted", {braced}',
  changeType: 249,
  lifecycle: 532,
  templateKey: null,
  otherInputs: [],
  envelope: '{"note":"a \\"quoted\\" note, ä €"}',
  data: '{"text":"{curly}, \\\\ and \\"quotes\\" 😀"}',
  packed: null,
  presetId: null,
  ...over,
})

export const commitOf = (
  ehrId: EhrId,
  versions: readonly VersionRow[],
  over: Partial<CommitRows> = {},
): CommitRows => ({
  ehrId,
  contributionId: randomUUID(),
  committedAt: new Date('2026-01-02T03:04:05.678Z'),
  audit: '{"committer":"Dr. \\"Ada\\""}',
  founds: false,
  entries: [],
  statusOnly: false,
  versions,
  roots: versions.flatMap((_, at) =>
    [0, 1].map(num => ({
      of: at + 1,
      num,
      cap: 1,
      parent: num === 0 ? undefined : 0,
      via: num === 0 ? undefined : 7,
      at: num === 0 ? null : '0.1',
      archetypeKey: num + 1,
      latest: true,
      leaves: `{"1":"${at} ü"}`,
      sharedKey: undefined,
      latestEvent: undefined,
    })),
  ),
  superseded: [],
  event: trailEvent(
    auditEvent(
      {
        requestId: 'test "quoted"',
        method: 'POST',
        route: '/ehr/:ehr_id/composition',
        path: `/ehr/${ehrId}/composition`,
        ehrId,
        status: 201,
        clientId: 'test',
        person: undefined,
        address: '127.0.0.1',
      },
      0,
    ),
  ),
  ...over,
})

export function ehrOf(over: Partial<NewEhrRow> = {}): NewEhr {
  const rows = commitOf(newEhrId(), [versionRow({ kind: 'EHR_STATUS' })])
  const ehr = {
    systemId: 'test',
    statusId: rows.versions[0]?.objectId ?? '',
    accessId: randomUUID(),
    defaultEpisodeId: randomUUID(),
    episodeName: 'Default episode',
    startsText: '2026-01-02T03:04:05.678Z',
    isModifiable: true,
    isQueryable: true,
    subjectId: null,
    subjectNamespace: null,
  }
  return { rows, ehr: { ...ehr, ...over } }
}

/** A new EHR as `POST /ehr` makes it. */
export function newEhrOf(over: Partial<NewEhrRow> = {}, status: Partial<VersionRow> = {}): NewEhr {
  const { rows, ehr } = ehrOf(over)
  const version = versionRow({
    kind: 'EHR_STATUS',
    objectId: ehr.statusId as ObjectId,
    systemId: ehr.systemId,
    ...status,
  })
  return { rows: commitOf(rows.ehrId, [version], { audit: '' }), ehr }
}
