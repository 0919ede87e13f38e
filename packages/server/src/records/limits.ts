/** Limits of records, so that no request keeps the event loop busy for long (decision 0085). */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { Refusal } from '../refusal/index.ts'

export interface RecordLimits {
  /** Versions of one contribution. */
  readonly versions: number
  /** FOLDERs of one directory. */
  readonly folders: number
  /** Findings that an answer lists, or that are stored with a lenient commit. */
  readonly findings: number
}

export function refuseManyVersions(count: number, { versions }: RecordLimits): void {
  if (count > versions)
    throw new Refusal(
      'data.too_large',
      `A contribution has at most ${versions} versions (CAIRN_MAX_VERSIONS), but this one has ${count}: send several.`,
    )
}

export function refuseManyFolders(root: RmObject, { folders }: RecordLimits): void {
  const waiting: unknown[] = [root]
  for (let count = 1; waiting.length > 0; count++) {
    if (count > folders)
      throw new Refusal('data.too_large', `A directory has at most ${folders} FOLDERs (CAIRN_MAX_FOLDERS).`)
    const folder = waiting.pop()
    const inside = isRmObject(folder) ? folder['folders'] : undefined
    if (Array.isArray(inside)) for (const each of inside) waiting.push(each)
  }
}
