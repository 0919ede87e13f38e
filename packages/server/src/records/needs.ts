/** Dependencies of the endpoints of an EHR, and the steps that most of them share. */

import type { LimitedQueries } from '../db/index.ts'
import type { TemplateShelf } from '../definitions/index.ts'
import type { TagGrammar } from '../http/request/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import { findEhr, findErased, findTags, type StoredEhr } from '../versions/companions/index.ts'
import {
  type Commit,
  type CommitNeeds,
  type Committed,
  type Companion,
  commit,
  findHead,
  type Head,
  type Kind,
  type SettleTime,
  type StoredVersion,
} from '../versions/index.ts'
import { isParty } from '../versions/parties/index.ts'
import type { WireProfile } from '../versions/printed/index.ts'
import type { RecordLimits } from './limits.ts'
import { type Format, isSimplified } from './reply/media.ts'
import type { VersionAnswer } from './reply/replies.ts'
import { mergedEhr, noEhr, noVersion } from './uids/named-ids.ts'

export interface EhrNeeds extends CommitNeeds {
  /** Called before a read as of a time. */
  readonly settleTime: SettleTime
  readonly shelf: TemplateShelf
  readonly limits: RecordLimits
  /** The JSON form of the VERSION envelope. */
  readonly profile: WireProfile
  /** Set for a caller who does not see all records: the answer for a uid that is in use would tell of an object out of reach. */
  readonly chosenUids?: 'refused' | undefined
}

export async function requireEhr({ db }: { readonly db: LimitedQueries }, ehrId: EhrId): Promise<StoredEhr> {
  const ehr = await findEhr(db, ehrId)
  if (ehr) return ehr
  const erased = await findErased(db, ehrId)
  throw erased?.survivor ? mergedEhr(erased.survivor) : noEhr()
}

/** Finds the latest version of an object of that kind; looks for the EHR only to choose the refusal. */
export async function requireHead(
  needs: EhrNeeds,
  ehrId: EhrId,
  objectId: ObjectId,
  kind: Kind,
): Promise<Head> {
  const head = await findHead(needs.db, ehrId, objectId)
  return head?.kind === kind ? head : explainMissing(needs, ehrId, kind)
}

/** Throws the refusal for an object that is not there: its EHR may be missing too. */
export async function explainMissing(
  needs: { readonly db: LimitedQueries },
  ehrId: EhrId,
  kind: Kind,
): Promise<never> {
  if (!isParty(kind)) await requireEhr(needs, ehrId)
  throw noVersion()
}

/** Returns the version if it was found and is of that kind, and throws if not. */
export const requireVersion = (
  needs: EhrNeeds,
  ehrId: EhrId,
  kind: Kind,
  found: StoredVersion | undefined,
): StoredVersion | Promise<never> => (found?.kind === kind ? found : explainMissing(needs, ehrId, kind))

export const notModifiable = () =>
  new Refusal('ehr.not_modifiable', 'The EHR is not modifiable (is_modifiable of its EHR_STATUS is false).')

/** Commits, or throws if there is no such EHR or it is not modifiable. */
export async function commitTo(
  needs: EhrNeeds,
  wanted: Commit,
  companions: readonly Companion[] = [],
): Promise<Committed> {
  const committed = await commit(needs, wanted, companions)
  if (committed) return committed
  // A party that was there is erased by now.
  if (wanted.changes.some(({ kind }) => isParty(kind))) throw noVersion()
  await requireEhr(needs, wanted.ehrId)
  throw notModifiable()
}

/** The same for a commit of one change; returns its version. */
export async function commitOne(
  needs: EhrNeeds,
  wanted: Commit,
  companions: readonly Companion[] = [],
): Promise<StoredVersion> {
  const [version] = (await commitTo(needs, wanted, companions)).versions
  if (!version) throw new Error('a commit of one change has one version')
  return version
}

/** Attempts of a commit; a template that is replaced more often during one request is an error to look into. */
const TRIES = 3

/** Repeats a commit with the templates now in force if one was replaced after the validation. */
export async function withTemplatesInForce<T>({ shelf }: EhrNeeds, commitOnce: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--)
    try {
      return await commitOnce()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'template.changed' || left === 1) throw error
      await shelf.refresh()
    }
}

interface VersionAnswerOptions {
  readonly format: Format
  /** The notation of the tags; undefined if they were not requested. */
  readonly withTags: TagGrammar | undefined
}

/** Loads the template for FLAT and STRUCTURED, and the tags, if the answer needs them. */
export const loadVersionAnswer = (
  needs: EhrNeeds,
  version: StoredVersion,
  wanted: VersionAnswerOptions,
): VersionAnswer | Promise<VersionAnswer> =>
  isSimplified(wanted.format) || wanted.withTags ? loadAnswerParts(needs, version, wanted) : { version }

async function loadAnswerParts(
  { db, shelf }: EhrNeeds,
  version: StoredVersion,
  { format, withTags }: VersionAnswerOptions,
): Promise<VersionAnswer> {
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
