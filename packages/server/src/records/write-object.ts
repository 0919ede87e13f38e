/** Writes one object by its address: checks the data and the preceding version, commits, answers. */

import { randomUUID } from 'node:crypto'
import type { Caller, Incoming } from '../http/index.ts'
import type { Preference, TagGrammar } from '../http/request/index.ts'
import { preferIn } from '../http/request/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { type ItemTag, replaceTags } from '../versions/companions/index.ts'
import { type Companion, DELETED, type Head, type Kind, type StoredVersion } from '../versions/index.ts'
import { isParty, recordOfParty } from '../versions/parties/index.ts'
import { ACCEPTED, changeTypesOf } from './acceptance.ts'
import {
  type CheckedData,
  checkDraft,
  type RecordDraft,
  recordDraftIn,
  requireSameTemplate,
} from './draft.ts'
import { commitOne, type EhrNeeds, loadVersionAnswer, withTemplatesInForce } from './needs.ts'
import {
  type AnswerFormat,
  answerFormatIn,
  isSimplified,
  noSimplifiedForm,
  represent,
} from './reply/media.ts'
import type { VersionAnswer, WriteAnswer } from './reply/replies.ts'
import { auditOf, type CommitHeaders, commitHeadersIn, lifecycleOf } from './request/commit-headers.ts'
import { inEpisode } from './request/episode-header.ts'
import { handlingOf, lenienceOf, withFindings } from './request/handling.ts'
import { hasTags, type TagInput, tagInputIn } from './request/item-tags.ts'
import { locateLatest } from './request/precondition.ts'
import { chooseObjectId, keepingUid, settleLaterUid } from './uids/client-uid.ts'
import { originalUidWarning } from './uids/original-uid.ts'

/** The parts of a request that writes one object. */
export interface WriteRequest {
  readonly draft: RecordDraft
  readonly headers: CommitHeaders
  readonly tags: TagInput
  readonly prefer: Preference
  readonly wanted: AnswerFormat
  /** The address takes habits of clients for other servers. */
  readonly isLenient: boolean
}

/** Reads all parts but the data, for callers that make the data themselves. */
export const writeOptionsIn = (request: Incoming): Omit<WriteRequest, 'draft'> => ({
  headers: commitHeadersIn(request),
  tags: tagInputIn(request),
  prefer: preferIn(request),
  wanted: answerFormatIn(request),
  isLenient: request.mountPoint.isLenient,
})

export const writeRequestIn = (request: Incoming): WriteRequest => ({
  draft: recordDraftIn(request),
  ...writeOptionsIn(request),
})

/** Tags that were sent are always in the answer (docs/interface.md, section 5.1): in the notation of the request, or as JSON on request. */
export function answerTagGrammar({
  tags,
  prefer,
}: Pick<WriteRequest, 'tags' | 'prefer'>): TagGrammar | undefined {
  return hasTags(tags) && prefer.includeItemTags !== 'json' ? tags.grammar : prefer.includeItemTags
}

/** Adds the tags to the transaction of their version. */
export function withTags(
  tags: TagInput,
  version: Pick<StoredVersion, 'ehrId' | 'objectId' | 'version'>,
): Companion[] {
  const { ehrId, objectId } = version
  const replacing = (number: number, list: readonly ItemTag[] | undefined): Companion[] =>
    list ? [queries => replaceTags(queries, { ehrId, objectId, version: number }, list)] : []
  return [...replacing(0, tags.object), ...replacing(version.version, tags.version)]
}

/** Only compositions belong to episodes. Other kinds ignore the header, since clients may send it with every request. */
const episodeOf = (
  { episode }: CommitHeaders,
  { ehrId, kind, objectId }: { ehrId: EhrId; kind: Kind; objectId: ObjectId },
): Companion[] => inEpisode(ehrId, kind === 'COMPOSITION' ? episode : undefined, [objectId])

/** Makes the companion writes of the data, such as the flags of an EHR_STATUS. */
type MakeCompanions = (checked: CheckedData, objectId: ObjectId) => readonly Companion[]

export interface WriteTarget {
  /** Absent for a new party, which is a record of its own. */
  readonly ehrId?: EhrId | undefined
  readonly kind: Kind
  /** Absent: a new object. */
  readonly preceding?: Head
  readonly companionsOf?: MakeCompanions
}

/** Prints the data for the answer; undefined if the client does not want them. */
type PrintAnswer = ((data: string) => string) | undefined

/** Prepared before the commit: if the answer cannot be printed, nothing must be stored. */
async function answerPrinter(
  { prefer, wanted }: WriteRequest,
  { templateKey }: CheckedData,
  { shelf }: EhrNeeds,
): Promise<PrintAnswer> {
  if (prefer.return !== 'representation') return undefined
  if (!isSimplified(wanted.format)) return data => represent(data, wanted, undefined)
  if (templateKey === undefined) throw noSimplifiedForm()
  const ready = await shelf.byKey(templateKey)
  return data => represent(data, wanted, ready?.template)
}

export const writeObject = (
  needs: EhrNeeds,
  caller: Caller,
  target: WriteTarget,
  writing: WriteRequest,
): Promise<WriteAnswer> => withTemplatesInForce(needs, () => writeOnce(needs, caller, target, writing))

async function writeOnce(
  needs: EhrNeeds,
  caller: Caller,
  { ehrId: given, kind, preceding, companionsOf = () => [] }: WriteTarget,
  writing: WriteRequest,
): Promise<WriteAnswer> {
  const step = preceding ? 'next' : 'first'
  const lifecycle = lifecycleOf(writing.headers, ACCEPTED[kind]?.[step] ?? [])
  const audit = auditOf(writing.headers, caller, changeTypesOf(step))
  const handling = handlingOf(writing.prefer, caller)
  const checked = await checkDraft(writing.draft, kind, { lifecycle, handling }, needs)
  const { templateKey, findings = [], warnings = [] } = checked
  const keepsForeign = writing.isLenient || handling === 'lenient'
  const later = preceding && settleLaterUid(preceding, checked.data, { ehrId: given, keepsForeign, ...needs })
  await requireSameTemplate(preceding, checked, needs)
  const print = await answerPrinter(writing, checked, needs)
  let body: string | undefined
  const { objectId, data, original } =
    later ?? (await chooseObjectId(needs, given, checked.data, keepsForeign))
  const ehrId = given ?? recordOfParty(objectId)
  const version = (preceding?.version ?? 0) + 1
  const stored = await commitOne(
    needs,
    {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: [{ kind, objectId, preceding, lifecycle, audit, data, templateKey }],
      tagged: hasTags(writing.tags) || findings.length > 0 ? [objectId] : [],
      beforeWrite:
        print &&
        (({ versions: [made] }) => {
          body = print(made?.data ?? 'null')
        }),
      entry: caller.entry,
    },
    [
      ...withTags(writing.tags, { ehrId, objectId, version }),
      ...withFindings(findings, { ehrId, objectId, version }),
      ...companionsOf(checked, objectId),
      ...episodeOf(writing.headers, { ehrId, kind, objectId }),
      ...(preceding || isParty(kind) ? [] : keepingUid(ehrId, objectId, checked.data)),
    ],
  ).catch(locateLatest(ehrId, [{ objectId, kind }]))
  const found = await loadVersionAnswer(needs, stored, {
    format: 'json',
    withTags: answerTagGrammar(writing),
  })
  return {
    ...found,
    body,
    warnings: [...warnings, ...originalUidWarning(original)],
    lenience: lenienceOf(handling, findings.length),
  }
}

/** The parts of a request that deletes one object. */
export type DeleteRequest = Pick<WriteRequest, 'headers' | 'tags' | 'prefer'>

export const deleteRequestIn = (request: Incoming): DeleteRequest => ({
  headers: commitHeadersIn(request),
  tags: tagInputIn(request),
  prefer: preferIn(request),
})

interface DeleteTarget {
  readonly ehrId: EhrId
  readonly kind: Kind
  readonly preceding: Head
  readonly companions?: readonly Companion[]
}

/** Adds a version without data; the earlier versions stay. */
export async function deleteObject(
  needs: EhrNeeds,
  caller: Caller,
  { ehrId, kind, preceding, companions = [] }: DeleteTarget,
  deleting: DeleteRequest,
): Promise<VersionAnswer> {
  const audit = auditOf(deleting.headers, caller, [DELETED])
  const { objectId, version } = preceding
  const stored = await commitOne(
    needs,
    {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: [{ kind, objectId, preceding, lifecycle: DELETED, audit }],
      tagged: hasTags(deleting.tags) ? [objectId] : [],
      entry: caller.entry,
    },
    [
      ...withTags(deleting.tags, { ehrId, objectId, version: version + 1 }),
      ...companions,
      ...episodeOf(deleting.headers, { ehrId, kind, objectId }),
    ],
  ).catch(locateLatest(ehrId, [{ objectId, kind }]))
  return loadVersionAnswer(needs, stored, { format: 'json', withTags: answerTagGrammar(deleting) })
}
