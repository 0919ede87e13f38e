/** The object of each version of a contribution: that of the preceding version, or a new one with the uid that the client chose. */
import type { Finding } from '@cairn-ehr/openehr'
import { type EhrId, newObjectId, type ObjectId, readObjectId, readVersionUid } from '../../ids/index.ts'
import type { EhrNeeds } from '../../records/index.ts'
import { LIMITED_UID, refuseTaken } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { VersionChange } from './allowed-changes.ts'

const UNUSABLE = 'A uid cannot be used; each is listed with its path.'

/** Refuses every uid that a caller with limited rights has chosen, whether it is in use or not. */
export function refuseChosenUids(uid: string | undefined, versionChanges: readonly VersionChange[]): void {
  const chosen = versionChanges.flatMap(({ version, head }, at) =>
    head ? [] : version.uids.map(({ where }) => `versions[${at}]/${where}`),
  )
  const findings = [...(uid === undefined ? [] : ['uid']), ...chosen].map(path => ({
    path,
    code: 'uid.limited',
    message: LIMITED_UID,
  }))
  if (findings.length > 0) throw new Refusal('data.invalid', UNUSABLE, findings)
}

export interface ChangedObject {
  readonly objectId: ObjectId
  /** The system that created a new object, if its uid names one. */
  readonly systemId?: string | undefined
  /** The client has chosen the id of a new object. */
  readonly isChosen: boolean
}

/** Version ids go into addresses, headers and log lines. */
const LONGEST_SYSTEM = 255

const FOREIGN =
  'the uid of a new object is a UUID, or that of a first version, <uuid>::<system>::1, or is left out'

/** Reads a uid for a new object: the system that created the object may be another one (RM, OBJECT_VERSION_ID). */
function readNewUid(uid: string): Pick<ChangedObject, 'objectId' | 'systemId'> | undefined {
  const plain = readObjectId(uid)
  if (plain !== undefined) return { objectId: plain }
  const id = readVersionUid(uid)
  return id?.version === 1 && id.systemId.length <= LONGEST_SYSTEM ? id : undefined
}

/** Reads the uids of a new object; its version and its data must not name different ones. */
function newObjectOf({ uids }: VersionChange['version'], path: string, findings: Finding[]): ChangedObject {
  const report = (where: string, message: string) =>
    findings.push({ path: `${path}/${where}`, code: 'uid.foreign', message })
  const known = uids.flatMap(({ where, uid }) => {
    const read = readNewUid(uid)
    if (!read) report(where, `"${uid}" cannot be used: ${FOREIGN}`)
    return read ?? []
  })
  const systems = new Set(known.flatMap(({ systemId }) => systemId ?? []))
  if (new Set(known.map(({ objectId }) => objectId)).size > 1 || systems.size > 1)
    report('uid', 'is not the uid of the data')
  const [first] = known
  const [systemId] = systems
  return first ? { ...first, systemId, isChosen: true } : { objectId: newObjectId(), isChosen: false }
}

export async function objectsOf(
  { db }: EhrNeeds,
  ehrId: EhrId | undefined,
  versionChanges: readonly VersionChange[],
): Promise<ChangedObject[]> {
  const findings: Finding[] = []
  const objects = versionChanges.map(({ version, head }, at) =>
    head ? { objectId: head.objectId, isChosen: false } : newObjectOf(version, `versions[${at}]`, findings),
  )
  if (findings.length > 0) throw new Refusal('data.invalid', UNUSABLE, findings)
  for (const { objectId, isChosen } of objects) if (isChosen) await refuseTaken(db, ehrId, objectId)
  return objects
}
