/** Writing one object by its own address: check the data, follow the latest version, commit, answer. */

import { randomUUID } from 'node:crypto'
import type { Caller, Incoming, Preference, TagGrammar } from '../http/index.ts'
import { preferIn } from '../http/index.ts'
import type { EhrId, ObjectId } from '../ids.ts'
import {
  type Companion,
  DELETED,
  type Head,
  type ItemTag,
  type Kind,
  replaceTags,
  type StoredVersion,
} from '../versions/index.ts'
import { ACCEPTED, changeTypesOf } from './acceptance.ts'
import { chooseObjectId, requireUidOf } from './client-uid.ts'
import { auditOf, type CommitHeaders, commitHeadersIn, lifecycleOf } from './commit-headers.ts'
import { type Checked, checkDraft, type Draft, draftIn, requireSameTemplate } from './draft.ts'
import { inEpisode } from './episode-header.ts'
import { handlingOf, lenienceOf, withFindings } from './handling.ts'
import { type GivenTags, givenTagsIn, givesTags } from './item-tags.ts'
import { isSimplified, noSimplifiedForm, represent, type Wanted, wantedIn } from './media.ts'
import { commitTo, type EhrNeeds, furnish, withTemplatesInForce } from './needs.ts'
import { locateLatest } from './precondition.ts'
import type { Found, Written } from './replies.ts'

/** What every write of one object brings along. */
export interface Writing {
  readonly draft: Draft
  readonly headers: CommitHeaders
  readonly tags: GivenTags
  readonly prefer: Preference
  readonly wanted: Wanted
}

/** All but the data, for who makes these himself. */
export const submissionIn = (request: Incoming): Omit<Writing, 'draft'> => ({
  headers: commitHeadersIn(request),
  tags: givenTagsIn(request),
  prefer: preferIn(request),
  wanted: wantedIn(request),
})

export const writingIn = (request: Incoming): Writing => ({
  draft: draftIn(request),
  ...submissionIn(request),
})

/** Interface spec 4.9, rule 2: who sends tags is shown them, asked or not; as they were written, or as JSON where that is asked for. */
export function showsTags({ tags, prefer }: Pick<Writing, 'tags' | 'prefer'>): TagGrammar | undefined {
  return givesTags(tags) && prefer.includeItemTags !== 'json' ? tags.grammar : prefer.includeItemTags
}

/** Tags are written with the version that they came with, or not at all. */
export function withTags(
  tags: GivenTags,
  version: Pick<StoredVersion, 'ehrId' | 'objectId' | 'version'>,
): Companion[] {
  const { ehrId, objectId } = version
  const replacing = (number: number, list: readonly ItemTag[] | undefined): Companion[] =>
    list ? [queries => replaceTags(queries, { ehrId, objectId, version: number }, list)] : []
  return [...replacing(0, tags.object), ...replacing(version.version, tags.version)]
}

/** Only compositions belong to episodes: who names one with every call may change a status, too. */
const episodeOf = (
  { episode }: CommitHeaders,
  { ehrId, kind, objectId }: { ehrId: EhrId; kind: Kind; objectId: ObjectId },
): Companion[] => inEpisode(ehrId, kind === 'COMPOSITION' ? episode : undefined, [objectId])

/** Makes the writes that go with such data, such as the flags of an EHR_STATUS. */
type MakeCompanions = (checked: Checked, objectId: ObjectId) => readonly Companion[]

export interface Target {
  readonly ehrId: EhrId
  readonly kind: Kind
  /** Absent: a new object. */
  readonly preceding?: Head
}

/** Prints data in the form to answer in; undefined where the client does not want them back. */
type PrintAnswer = ((data: string) => string) | undefined

/** Prepared before the commit: a client whose answer cannot be written would take the write for refused. */
async function answerPrinter(
  { prefer, wanted }: Writing,
  { templateKey }: Checked,
  { shelf }: EhrNeeds,
): Promise<PrintAnswer> {
  if (prefer.return !== 'representation') return undefined
  if (!isSimplified(wanted.format)) return data => represent(data, wanted, undefined)
  if (templateKey === undefined) throw noSimplifiedForm()
  const ready = await shelf.byKey(templateKey)
  return data => represent(data, wanted, ready?.template)
}

export const write = (
  needs: EhrNeeds,
  caller: Caller,
  target: Target,
  writing: Writing,
  companionsOf?: MakeCompanions,
): Promise<Written> =>
  withTemplatesInForce(needs, () => writeOnce(needs, caller, target, writing, companionsOf))

async function writeOnce(
  needs: EhrNeeds,
  caller: Caller,
  { ehrId, kind, preceding }: Target,
  writing: Writing,
  companionsOf: MakeCompanions = () => [],
): Promise<Written> {
  const step = preceding ? 'next' : 'first'
  const lifecycle = lifecycleOf(writing.headers, ACCEPTED[kind]?.[step] ?? [])
  const audit = auditOf(writing.headers, caller, changeTypesOf(step))
  const handling = handlingOf(writing.prefer, caller)
  const { findings = [], ...checked } = await checkDraft(writing.draft, kind, { lifecycle, handling }, needs)
  if (preceding) requireUidOf(preceding, checked.data)
  await requireSameTemplate(preceding, checked, needs)
  const print = await answerPrinter(writing, checked, needs)
  let body: string | undefined
  const objectId = preceding?.objectId ?? (await chooseObjectId(needs, ehrId, checked.data))
  const version = (preceding?.version ?? 0) + 1
  const { versions } = await commitTo(
    needs,
    {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: [{ kind, objectId, preceding, lifecycle, audit, ...checked }],
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
    ],
  ).catch(locateLatest(ehrId, [{ objectId, kind }]))
  const [stored] = versions
  if (!stored) throw new Error('a commit of one change has one version')
  const found = await furnish(needs, stored, { format: 'json', withTags: showsTags(writing) })
  return { ...found, body, lenience: lenienceOf(handling, findings.length) }
}

/** What every deletion of one object brings along. */
export type Deleting = Pick<Writing, 'headers' | 'tags' | 'prefer'>

export const deletingIn = (request: Incoming): Deleting => ({
  headers: commitHeadersIn(request),
  tags: givenTagsIn(request),
  prefer: preferIn(request),
})

/** Adds the version without data; what went before it stays. */
export async function remove(
  needs: EhrNeeds,
  caller: Caller,
  { ehrId, kind, preceding }: Required<Target>,
  deleting: Deleting,
  companions: readonly Companion[] = [],
): Promise<Found> {
  const audit = auditOf(deleting.headers, caller, [DELETED])
  const { objectId, version } = preceding
  const { versions } = await commitTo(
    needs,
    {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: [{ kind, objectId, preceding, lifecycle: DELETED, audit }],
      entry: caller.entry,
    },
    [
      ...withTags(deleting.tags, { ehrId, objectId, version: version + 1 }),
      ...companions,
      ...episodeOf(deleting.headers, { ehrId, kind, objectId }),
    ],
  ).catch(locateLatest(ehrId, [{ objectId, kind }]))
  const [stored] = versions
  if (!stored) throw new Error('a commit of one change has one version')
  return furnish(needs, stored, { format: 'json', withTags: showsTags(deleting) })
}
