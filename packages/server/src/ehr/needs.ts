/** What the endpoints of an EHR need of the rest of the server, and the few steps that most of them take. */
import type { Queries } from '../db/index.ts'
import type { TemplateShelf } from '../definitions/index.ts'
import { Refusal } from '../http/index.ts'
import {
  type AlsoWrite,
  type Commit,
  type CommitNeeds,
  type Committed,
  commit,
  findHead,
  type Head,
  type Kind,
  type StoredVersion,
} from '../versions/index.ts'
import { findEhr, findErased, type StoredEhr } from './ehr-store.ts'
import { mergedEhr, noEhr, noVersion } from './ids.ts'
import type { Format } from './media.ts'
import type { Found, Places } from './replies.ts'
import { findTags } from './tag-store.ts'

export interface EhrNeeds extends CommitNeeds {
  readonly shelf: TemplateShelf
  readonly places: Places
}

export async function needEhr({ db }: { readonly db: Queries }, ehrId: string): Promise<StoredEhr> {
  const ehr = await findEhr(db, ehrId)
  if (ehr) return ehr
  const erased = await findErased(db, ehrId)
  throw erased?.survivor ? mergedEhr(erased.survivor) : noEhr()
}

/** The latest version of an object of that kind; the EHR itself is looked for only to word the refusal. */
export async function needHead(needs: EhrNeeds, ehrId: string, objectId: string, kind: Kind): Promise<Head> {
  const head = await findHead(needs.db, ehrId, objectId)
  if (head?.kind === kind) return head
  await needEhr(needs, ehrId)
  throw noVersion()
}

/** A version that was looked for: it must be there and of that kind. */
export async function need(
  needs: EhrNeeds,
  ehrId: string,
  kind: Kind,
  found: StoredVersion | undefined,
): Promise<StoredVersion> {
  if (found?.kind === kind) return found
  await needEhr(needs, ehrId)
  throw noVersion()
}

export const notModifiable = () =>
  new Refusal('ehr.not_modifiable', 'The EHR is not modifiable: its EHR_STATUS says so.')

/** Commits, or says why nothing was written: there is no such EHR, or it is not to be changed. */
export async function commitTo(needs: EhrNeeds, wanted: Commit, also?: AlsoWrite): Promise<Committed> {
  const committed = await commit(needs, wanted, also)
  if (committed) return committed
  await needEhr(needs, wanted.ehrId)
  throw notModifiable()
}

/** Adds what an answer needs besides the version itself. */
export async function furnish(
  { db, shelf }: EhrNeeds,
  version: StoredVersion,
  { format, withTags }: { format: Format; withTags: boolean },
): Promise<Found> {
  const { ehrId, objectId } = version
  const simplified = format === 'flat' || format === 'structured'
  const ready =
    simplified && version.templateKey !== null ? await shelf.byKey(version.templateKey) : undefined
  const tags = withTags
    ? {
        object: await findTags(db, { ehrId, objectId, version: 0 }),
        version: await findTags(db, { ehrId, objectId, version: version.version }),
      }
    : undefined
  return { version, template: ready?.template, tags }
}
