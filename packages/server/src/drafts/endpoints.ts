/**
 * `{base_url}/extra/v1/ehr/{ehr_id}/draft` and `{base_url}/extra/v1/demographic/draft`: what a person has begun to write in an EHR, and
 * about parties. Only the author reads it.
 */

import { partyRight, RIGHTS, type Right } from '../access/index.ts'
import { recorded } from '../audit/index.ts'
import type { Database, LimitedDatabase } from '../db/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
  type Scope,
} from '../http/index.ts'
import { BODY_LIMITS, ifMatchTags, readJson } from '../http/request/index.ts'
import { type EhrId, type ObjectId, readObjectId } from '../ids/index.ts'
import { EHR_ID } from '../records/documented/index.ts'
import { requireEhr } from '../records/index.ts'
import { ehrIdIn, noVersion } from '../records/uids/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Vault } from '../seals/index.ts'
import { findHead } from '../versions/index.ts'
import { isParty, recordOfParty } from '../versions/parties/index.ts'
import {
  CONTENT,
  DRAFT_ID,
  FACTS,
  HEADERS,
  IF_REVISION,
  listOf,
  NO_PERSON,
  NOTHING,
  PAGE,
  REQUIRED,
  SAVED,
  SUBJECT,
} from './documented.ts'
import {
  type DraftFacts,
  type DraftInput,
  type DraftSubject,
  draftBody,
  draftInputIn,
  type OtherAuthor,
  otherAuthorBody,
} from './draft.ts'
import {
  countOtherDrafts,
  type DraftKey,
  findDraft,
  findDrafts,
  findOtherAuthors,
  lockSubject,
  removeDraft,
  saveDraft,
} from './store.ts'

export interface DraftNeeds {
  readonly db: Database
  /** The same with the rights of the caller: an EHR out of reach is not there. */
  readonly seen: LimitedDatabase
  /** The parties that the rights of the caller reach. */
  readonly seenParties: LimitedDatabase
  /** True if the caller has the right to write by this template somewhere. */
  readonly mayWrite: (right: Right, templateId: string) => boolean
  readonly vault: Pick<Vault, 'seal' | 'unseal'>
  readonly lifeDays: number
  readonly now: () => number
}

/** Others are told of for as long as they may still be at it. */
const AT_WORK_MS = 60 * 60 * 1000

/** Of one person: a page that forgets to delete its drafts, or a program, must not fill the database. */
const MOST_OF_AUTHOR = 200

const noDraft = () => new Refusal('draft.not_found', 'You have no such draft here.')

function authorOf({ person }: Caller): string {
  if (person === undefined)
    throw new Refusal('draft.people_only', 'Drafts belong to people. Sign in as a person to keep them.')
  return person
}

interface DraftAddress {
  /** Undefined for the draft of a party. */
  readonly ehrId: EhrId | undefined
  readonly draftId: ObjectId
}

interface Access {
  readonly scope: Scope
  readonly right: Right
}

/** Drafts of an EHR, or of parties: their addresses, and the rights on what is written. */
interface DraftPlace {
  readonly path: '/ehr/{ehr_id}/draft' | '/demographic/draft'
  readonly operation: 'draft' | 'draft_party'
  readonly parameters: readonly ParameterDoc[]
  readonly read: Access
  readonly write: Access
  readonly ehrIn: (request: Incoming) => EhrId | undefined
  readonly words: { readonly list: string; readonly title: string; readonly whose: string }
}

const IN_EHR: DraftPlace = {
  path: '/ehr/{ehr_id}/draft',
  operation: 'draft',
  parameters: [EHR_ID],
  read: { scope: 'api.read', right: RIGHTS.readRecord },
  write: { scope: 'api.write', right: RIGHTS.commitRecords },
  ehrIn: ehrIdIn,
  words: {
    list: 'List your drafts in an EHR, and who else is writing there',
    title: 'Drafts of an EHR',
    whose: '',
  },
}

/** A token that reads records reads no parties, and so no drafts of them. */
const OF_PARTIES: DraftPlace = {
  path: '/demographic/draft',
  operation: 'draft_party',
  parameters: [],
  read: { scope: 'api.admin', right: partyRight('party', 'r') },
  write: { scope: 'api.admin', right: partyRight('party', 'c', 'u', 'd') },
  ehrIn: () => undefined,
  words: {
    list: 'List your drafts of parties, and who else is writing about parties',
    title: 'Drafts of parties',
    whose: ' of a party',
  },
}

const addressIn =
  ({ ehrIn }: DraftPlace) =>
  (request: Incoming): DraftAddress => {
    const draftId = readObjectId(request.parameters['draft_id'] ?? '')
    if (draftId === undefined) throw noDraft()
    return { ehrId: ehrIn(request), draftId }
  }

/** No draft has it. */
const NO_REVISION = -1

/** The revision that the page has; undefined without the header. A tag of another form is none that the server gave. */
function revisionIn(request: Incoming): number | undefined {
  const tags = ifMatchTags(request)
  if (tags === undefined) return undefined
  const [tag = ''] = tags
  return /^\d{1,9}$/.test(tag) ? Number(tag) : NO_REVISION
}

const JSON_ALONE = ['application/json']

const factsReply = (status: number, { facts, lifeDays }: { facts: DraftFacts; lifeDays: number }) =>
  json(status, draftBody(facts, lifeDays), { ETag: `"${facts.revision}"` })

const sealedOf = ({ vault }: DraftNeeds, { content }: DraftInput): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(content)))

async function save(needs: DraftNeeds, caller: Caller, key: DraftKey, given: SaveInput): Promise<DraftFacts> {
  const { draft, revision } = given
  const facts = await recorded(
    needs.db,
    caller.entry,
    async queries => {
      if (!(await lockSubject(queries, key.ehrId, draft))) throw noVersion()
      if ((await countOtherDrafts(queries, key)) >= MOST_OF_AUTHOR)
        throw new Refusal(
          'draft.limit',
          `A person can have ${MOST_OF_AUTHOR} drafts at most: commit some of them, or throw them away.`,
        )
      const { templateId, objectId, page } = draft
      const savedAt = new Date(needs.now())
      const sealed = sealedOf(needs, draft)
      return saveDraft(queries, { ...key, templateId, objectId, page, savedAt, sealed, revision })
    },
    saved => saved && { status: saved.revision === 1 ? 201 : 200 },
  )
  if (facts) return facts
  throw new Refusal('draft.conflict', 'The draft was saved or ended in another window since.')
}

/** Drafts of parties are in no EHR. */
async function requirePlace({ seen }: DraftNeeds, ehrId: EhrId | undefined): Promise<void> {
  if (ehrId !== undefined) await requireEhr({ db: seen }, ehrId)
}

/** The EHR, and the record or the party that is changed, must be in reach. */
async function requireSubject(
  needs: DraftNeeds,
  ehrId: EhrId | undefined,
  { objectId }: DraftSubject,
): Promise<void> {
  await requirePlace(needs, ehrId)
  if (objectId === undefined) return
  const head =
    ehrId === undefined
      ? await findHead(needs.seenParties, recordOfParty(objectId), objectId)
      : await findHead(needs.seen, ehrId, objectId)
  const isWritten = head && (ehrId === undefined ? isParty(head.kind) : head.kind === 'COMPOSITION')
  if (!isWritten) throw noVersion()
}

interface SaveInput extends DraftAddress {
  readonly draft: DraftInput
  readonly revision: number | undefined
}

const listDrafts = (place: DraftPlace): Endpoint<DraftNeeds> =>
  endpoint({
    ...place.read,
    produces: JSON_ALONE,
    route: `GET ${place.path}`,
    doc: {
      operationId: `${place.operation}_list`,
      tag: 'Drafts',
      summary: place.words.list,
      parameters: place.parameters,
      responses: {
        200: { description: 'The latest first.', schema: listOf(place.words.title) },
        ...NO_PERSON,
        ...NOTHING,
      },
    },
    read: place.ehrIn,
    act: async (needs, caller, ehrId) => {
      await requirePlace(needs, ehrId)
      const { db, mayWrite, now, lifeDays } = needs
      const author = authorOf(caller)
      const others = await findOtherAuthors(db, ehrId, author, new Date(now() - AT_WORK_MS))
      return {
        drafts: await findDrafts(db, ehrId, author),
        others: others.filter(({ templateId }: OtherAuthor) => mayWrite(place.write.right, templateId)),
        lifeDays,
      }
    },
    reply: ({ drafts, others, lifeDays }) =>
      json(200, {
        drafts: drafts.map(draft => draftBody(draft, lifeDays)),
        others: others.map(otherAuthorBody),
      }),
  })

const readDraft = (place: DraftPlace): Endpoint<DraftNeeds> =>
  endpoint({
    ...place.read,
    produces: JSON_ALONE,
    route: `GET ${place.path}/{draft_id}`,
    doc: {
      operationId: `${place.operation}_get`,
      tag: 'Drafts',
      summary: `Read a draft of yours${place.words.whose}`,
      parameters: [...place.parameters, DRAFT_ID],
      responses: {
        200: {
          description: 'The draft.',
          headers: HEADERS,
          schema: {
            title: 'Draft content',
            type: 'object',
            required: [...REQUIRED, 'content'],
            properties: { ...FACTS, content: CONTENT },
          },
        },
        ...NO_PERSON,
        ...NOTHING,
      },
    },
    read: addressIn(place),
    act: async (needs, caller, address) => {
      await requirePlace(needs, address.ehrId)
      const { db, vault, lifeDays } = needs
      const personId = authorOf(caller)
      const found = await findDraft(db, { ...address, personId })
      if (!found) throw noDraft()
      return { ...found, content: vault.unseal(found.sealed).toString('utf8'), lifeDays }
    },
    reply: ({ facts, content, lifeDays }) =>
      json(
        200,
        { ...draftBody(facts, lifeDays), content: JSON.parse(content) },
        { ETag: `"${facts.revision}"` },
      ),
  })

const putDraft = (place: DraftPlace): Endpoint<DraftNeeds> =>
  endpoint({
    ...place.write,
    produces: JSON_ALONE,
    route: `PUT ${place.path}/{draft_id}`,
    action: 'U',
    writes: 200,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.definition,
    doc: {
      operationId: `${place.operation}_save`,
      tag: 'Drafts',
      summary: `Save a draft${place.words.whose}`,
      description:
        'The draft is stored encrypted, and nobody but its author reads it. A commit does not remove it: delete it afterwards.',
      parameters: [...place.parameters, DRAFT_ID, IF_REVISION],
      body: {
        title: 'Draft input',
        type: 'object',
        required: ['template_id', 'page', 'content'],
        additionalProperties: false,
        properties: { ...SUBJECT, page: PAGE, content: CONTENT },
      },
      responses: {
        200: {
          description: 'Saved again.',
          headers: HEADERS,
          schema: SAVED,
        },
        201: {
          description: 'Saved for the first time.',
          headers: HEADERS,
          schema: SAVED,
        },
        400: { description: 'The body is not a draft.' },
        ...NO_PERSON,
        ...NOTHING,
        409: { description: 'The person has as many drafts as it can have.' },
        412: { description: 'It was saved or ended in another window since.' },
      },
    },
    read: request => ({
      ...addressIn(place)(request),
      draft: draftInputIn(request.body),
      revision: revisionIn(request),
    }),
    nameOf: ({ draft }) => draft.templateId,
    // The audit trail has a party where it has the EHR of a record.
    ehrOf: ({ ehrId, draft }) => ehrId ?? draft.objectId,
    act: async (needs, caller, given) => {
      const { ehrId, draftId } = given
      await requireSubject(needs, ehrId, given.draft)
      const personId = authorOf(caller)
      return {
        facts: await save(needs, caller, { ehrId, draftId, personId }, given),
        lifeDays: needs.lifeDays,
      }
    },
    reply: saved => factsReply(saved.facts.revision === 1 ? 201 : 200, saved),
  })

const deleteDraft = (place: DraftPlace): Endpoint<DraftNeeds> =>
  endpoint({
    ...place.write,
    route: `DELETE ${place.path}/{draft_id}`,
    writes: 204,
    produces: [],
    doc: {
      operationId: `${place.operation}_delete`,
      tag: 'Drafts',
      summary: `Throw a draft${place.words.whose} away`,
      parameters: [...place.parameters, DRAFT_ID],
      responses: { 204: { description: 'It is removed.' }, ...NO_PERSON, ...NOTHING },
    },
    read: addressIn(place),
    act: async (needs, caller, address) => {
      await requirePlace(needs, address.ehrId)
      const personId = authorOf(caller)
      const isRemoved = await recorded(
        needs.db,
        caller.entry,
        queries => removeDraft(queries, { ...address, personId }),
        removed => (removed ? {} : undefined),
      )
      if (!isRemoved) throw noDraft()
    },
    reply: () => ({ status: 204 }),
  })

const endpointsOf = (place: DraftPlace): readonly Endpoint<DraftNeeds>[] =>
  [listDrafts, readDraft, putDraft, deleteDraft].map(endpointAt => endpointAt(place))

export const draftEndpoints: readonly Endpoint<DraftNeeds>[] = [IN_EHR, OF_PARTIES].flatMap(endpointsOf)
