/** The facts of an event that a line of the tail shows. */
import type { ChangeEvent } from '@cairn-ehr/client'

/** The parameters of the page of a composition. */
interface RecordLink {
  readonly ehrId: string
  readonly uid: string
}

export interface EventRow {
  readonly id: string
  readonly time: string
  readonly type: string
  readonly subject: string
  readonly ehrId: string | undefined
  readonly templateId: string | undefined
  readonly committer: string | undefined
  /** The composition, if there is one to be read. */
  readonly record: RecordLink | undefined
}

const SHOWN = new Set(['composition.created', 'composition.updated', 'composition.attested'])

export function eventRowOf({ id, time, type, subject, data }: ChangeEvent): EventRow {
  const { ehr_id: ehrId, template_id: templateId, committer, client_id, person, uid } = data
  const { name } = (committer ?? {}) as { readonly name?: string }
  const isShown = SHOWN.has(type) && ehrId !== undefined && uid !== undefined
  return {
    id,
    time,
    type,
    subject,
    ehrId,
    templateId: templateId === subject ? undefined : templateId,
    committer: name ?? person ?? client_id,
    record: isShown ? { ehrId, uid } : undefined,
  }
}
