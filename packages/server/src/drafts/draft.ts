/** The draft of a record or a party: input that is not committed yet, readable by its author alone. */
import { type EhrId, type ObjectId, readObjectId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'

export interface DraftSubject {
  readonly templateId: string
  /** The record or the party that it changes; absent for a new one. */
  readonly objectId: ObjectId | undefined
}

export interface DraftFacts extends DraftSubject {
  readonly draftId: ObjectId
  readonly personId: string
  /** Undefined for the draft of a party. */
  readonly ehrId: EhrId | undefined
  readonly revision: number
  readonly page: string
  readonly savedAt: Date
}

export interface DraftInput extends DraftSubject {
  readonly page: string
  readonly content: unknown
}

/** Somebody else who is writing in the same EHR, or parties. */
export interface OtherAuthor extends DraftSubject {
  readonly name: string
  readonly savedAt: Date
}

const PAGE = /^[\w-]{1,64}$/

const malformed = (message: string) => new Refusal('request.malformed', message)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function draftInputIn(body: unknown): DraftInput {
  if (!isRecord(body)) throw malformed('The body must be a JSON object.')
  const { template_id, object_id, page, content, ...others } = body
  const [other] = Object.keys(others)
  if (other !== undefined) throw malformed(`A draft has no member "${other.slice(0, 50)}".`)
  if (typeof template_id !== 'string' || template_id === '' || template_id.length > 1000)
    throw malformed('template_id must name the template of the record.')
  if (typeof page !== 'string' || !PAGE.test(page))
    throw malformed('page must be an id of 1 to 64 letters, digits, "_" or "-".')
  if (content === undefined) throw malformed('content must be there: any JSON value.')
  const objectId = typeof object_id === 'string' ? readObjectId(object_id) : undefined
  if (object_id !== undefined && objectId === undefined)
    throw malformed('object_id must be the UUID of the record or the party that is changed.')
  return { templateId: template_id, objectId, page, content }
}

const subjectBody = ({ templateId, objectId }: DraftSubject) => ({
  template_id: templateId,
  ...(objectId === undefined ? {} : { object_id: objectId }),
})

/** `lifeDays`: counted from the last time that it was saved. */
export const draftBody = (draft: DraftFacts, lifeDays: number) => ({
  draft_id: draft.draftId,
  ...subjectBody(draft),
  revision: draft.revision,
  page: draft.page,
  saved_at: draft.savedAt.toISOString(),
  ends_at: new Date(draft.savedAt.getTime() + lifeDays * 86_400_000).toISOString(),
})

export const otherAuthorBody = (other: OtherAuthor) => ({
  name: other.name,
  ...subjectBody(other),
  saved_at: other.savedAt.toISOString(),
})
