/** The directory of an EHR: one root FOLDER at a time. A deleted one stays closed, and the next is a new object. */
import { Refusal } from '../http/index.ts'
import { type AlsoWrite, findAtTime, findLatest, type Head, type StoredVersion } from '../versions/index.ts'
import { changeDirectory, findDirectoryId } from './directory-store.ts'
import { noVersion } from './ids.ts'
import { type EhrNeeds, needEhr, needHead } from './needs.ts'

export const directoryExists = () => new Refusal('version.exists', 'The EHR has a directory already.')

/** To be written with the first version of a directory. */
export const openDirectory =
  (ehrId: string, objectId: string): AlsoWrite =>
  async queries => {
    if (!(await changeDirectory(queries, ehrId, { from: null, to: objectId }))) throw directoryExists()
  }

/** To be written with the version that deletes it. */
export const closeDirectory =
  (ehrId: string, objectId: string): AlsoWrite =>
  async queries => {
    await changeDirectory(queries, ehrId, { from: objectId, to: null })
  }

export async function requireNoDirectory(needs: EhrNeeds, ehrId: string): Promise<void> {
  const { directoryId } = await needEhr(needs, ehrId)
  if (directoryId !== null) throw directoryExists()
}

/** The latest version of the directory that there is now. */
export async function needDirectory(needs: EhrNeeds, ehrId: string): Promise<Head> {
  const { directoryId } = await needEhr(needs, ehrId)
  if (directoryId === null) throw noVersion()
  return needHead(needs, ehrId, directoryId, 'FOLDER')
}

/** The version that was the directory at a time, or is it now; undefined where there had been none. */
export async function findDirectory(
  { db }: EhrNeeds,
  ehrId: string,
  time: Date | undefined,
): Promise<StoredVersion | undefined> {
  const objectId = await findDirectoryId(db, ehrId, time)
  if (objectId === undefined) return undefined
  return time ? findAtTime(db, ehrId, objectId, time) : findLatest(db, ehrId, objectId)
}
