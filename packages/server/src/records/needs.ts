/** What the endpoints of an EHR need of the rest of the server, and the few steps that most of them take. */

import type { Queries } from '../db/index.ts'
import type { TemplateShelf } from '../definitions/index.ts'
import type { TagGrammar } from '../http/index.ts'
import type { EhrId, ObjectId } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import {
  type Commit,
  type CommitNeeds,
  type Committed,
  type Companion,
  commit,
  findEhr,
  findErased,
  findHead,
  findTags,
  type Head,
  type Kind,
  type StoredEhr,
  type StoredVersion,
  type WireProfile,
} from '../versions/index.ts'
import { mergedEhr, noEhr, noVersion } from './ids.ts'
import { type Format, isSimplified } from './media.ts'
import type { Found } from './replies.ts'

export interface EhrNeeds extends CommitNeeds {
  readonly shelf: TemplateShelf
  /** How the envelope of a VERSION is written in JSON. */
  readonly profile: WireProfile
}

export async function needEhr({ db }: { readonly db: Queries }, ehrId: EhrId): Promise<StoredEhr> {
  const ehr = await findEhr(db, ehrId)
  if (ehr) return ehr
  const erased = await findErased(db, ehrId)
  throw erased?.survivor ? mergedEhr(erased.survivor) : noEhr()
}

/** The latest version of an object of that kind; the EHR itself is looked for only to word the refusal. */
export async function needHead(needs: EhrNeeds, ehrId: EhrId, objectId: ObjectId, kind: Kind): Promise<Head> {
  const head = await findHead(needs.db, ehrId, objectId)
  return head?.kind === kind ? head : explainMissing(needs, ehrId)
}

async function explainMissing(needs: EhrNeeds, ehrId: EhrId): Promise<never> {
  await needEhr(needs, ehrId)
  throw noVersion()
}

/** A version that was looked for: it must be there and of that kind. */
export const need = (
  needs: EhrNeeds,
  ehrId: EhrId,
  kind: Kind,
  found: StoredVersion | undefined,
): StoredVersion | Promise<never> => (found?.kind === kind ? found : explainMissing(needs, ehrId))

export const notModifiable = () =>
  new Refusal('ehr.not_modifiable', 'The EHR is not modifiable: its EHR_STATUS says so.')

/** Commits, or says why nothing was written: there is no such EHR, or it is not to be changed. */
export async function commitTo(
  needs: EhrNeeds,
  wanted: Commit,
  companions: readonly Companion[] = [],
): Promise<Committed> {
  const committed = await commit(needs, wanted, companions)
  if (committed) return committed
  await needEhr(needs, wanted.ehrId)
  throw notModifiable()
}

/** A template is hardly ever replaced; more than once within one request, and somebody should look. */
const TRIES = 3

/** Runs a commit again with the templates now in force, where one was replaced since it was validated. */
export async function withTemplatesInForce<T>({ shelf }: EhrNeeds, commitOnce: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--)
    try {
      return await commitOnce()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'template.changed' || left === 1) throw error
      await shelf.refresh()
    }
}

interface Furniture {
  readonly format: Format
  /** How tags are to be written; undefined: they are not asked for. */
  readonly withTags: TagGrammar | undefined
}

/** Adds what an answer needs besides the version itself; in JSON and without tags, that is nothing. */
export const furnish = (
  needs: EhrNeeds,
  version: StoredVersion,
  wanted: Furniture,
): Found | Promise<Found> =>
  isSimplified(wanted.format) || wanted.withTags ? furnished(needs, version, wanted) : { version }

async function furnished(
  { db, shelf }: EhrNeeds,
  version: StoredVersion,
  { format, withTags }: Furniture,
): Promise<Found> {
  const { ehrId, objectId, templateKey } = version
  const ready = isSimplified(format) && templateKey !== null ? await shelf.byKey(templateKey) : undefined
  const tags = withTags
    ? {
        object: await findTags(db, { ehrId, objectId, version: 0 }),
        version: await findTags(db, { ehrId, objectId, version: version.version }),
        grammar: withTags,
      }
    : undefined
  return { version, template: ready?.template, tags }
}
