/** An EHR as Cairn made it before decision 0074: its first contribution has an EHR_ACCESS and its default episode too. */
import { randomUUID } from 'node:crypto'
import { data } from '../packages/openehr/fixtures/opt-builder/index.ts'
import { type AuditEntry, auditEvent, trailEvent } from '../packages/server/src/audit/index.ts'
import { defaultEpisode, folderOf } from '../packages/server/src/ehr/episodes/episode.ts'
import { DEFAULT_STATUS } from '../packages/server/src/ehr/status/status.ts'
import { newEhrId, newObjectId } from '../packages/server/src/ids/index.ts'
import { openPathDictionary } from '../packages/server/src/roots/index.ts'
import { openVault } from '../packages/server/src/seals/vault.ts'
import {
  type Change,
  COMPLETE,
  CREATION,
  commitNewEhr,
  openCommitWriter,
  openEhrLane,
  openNewEhrDoor,
  openSigner,
} from '../packages/server/src/versions/index.ts'
import { openPacker } from '../packages/server/src/versions/packing/index.ts'
import { timestamp } from '../packages/server/src/versions/printed/index.ts'
import { type RunningServer, SECRET_KEY } from './server.ts'

const SYSTEM = 'cairn.local'

const ENTRY: AuditEntry = {
  eventOf: ({ ehrId, contributionId }) =>
    trailEvent(
      auditEvent(
        {
          requestId: 'earlier',
          method: 'POST',
          route: '/ehr',
          path: '/ehr',
          ehrId,
          contributionId,
          status: 201,
          clientId: 'earlier',
          person: undefined,
          address: '127.0.0.1',
        },
        Date.now(),
      ),
    ),
  add: async () => {},
  stored: () => {},
}

export async function earlierEhr({ db }: RunningServer): Promise<string> {
  const now = Date.now()
  const ehrLane = openEhrLane(10_000)
  const needs = {
    db,
    ehrLane,
    commitDoor: openCommitWriter(db, ehrLane),
    newEhrDoor: openNewEhrDoor(db),
    signer: await openSigner(db, openVault(SECRET_KEY)),
    dictionary: openPathDictionary(db),
    packer: openPacker({ db, templateOf: async () => undefined, serverDocuments: [], systemId: SYSTEM }),
    systemId: SYSTEM,
    now: () => now,
  }
  const [ehrId, statusId, accessId, episodeId] = [newEhrId(), newObjectId(), newObjectId(), newObjectId()]
  const audit = {
    changeType: CREATION,
    committer: { _type: 'PARTY_IDENTIFIED', name: 'earlier' },
    description: data.text('made before'),
  }
  const change = { lifecycle: COMPLETE, audit }
  const episode = defaultEpisode(timestamp(new Date(now)))
  const changes: Change[] = [
    { kind: 'EHR_STATUS', objectId: statusId, data: DEFAULT_STATUS, ...change },
    {
      kind: 'EHR_ACCESS',
      objectId: accessId,
      data: data.locatable('EHR_ACCESS', 'openEHR-EHR-EHR_ACCESS.generic.v1', {}, 'EHR Access'),
      ...change,
    },
    { kind: 'EPISODE', objectId: episodeId, data: folderOf(episode), ...change },
  ]
  await commitNewEhr(
    needs,
    { ehrId, contributionId: randomUUID(), audit, changes, entry: ENTRY },
    {
      systemId: SYSTEM,
      statusId,
      accessId,
      defaultEpisodeId: episodeId,
      episodeName: episode.name,
      startsText: episode.startsAt,
      isModifiable: true,
      isQueryable: true,
      subjectId: null,
      subjectNamespace: null,
    },
  )
  return ehrId
}
