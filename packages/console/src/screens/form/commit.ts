/** Commits what a form or a text holds: a new record, or the next version of one. */
import type { CairnClient } from '@cairn-ehr/client'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import { MEDIA_TYPES, type TextFormat } from './text-format.ts'

export interface Target {
  readonly ehrId: string
  readonly templateId: string
  /** The version that is changed; absent for a new record. */
  readonly versionUid?: string
}

export type Content =
  | { readonly kind: 'composition'; readonly composition: RmObject }
  | { readonly kind: 'text'; readonly text: string; readonly format: TextFormat }

/** Code of the lifecycle state in the openEHR terminology. */
const INCOMPLETE = 'lifecycle_state.code_string="553"'

/** The types of the client name each format with its own body. */
type Body = { readonly body: never; readonly contentType: never }

function bodyOf(content: Content): Body {
  if (content.kind === 'composition')
    return { body: content.composition, contentType: MEDIA_TYPES.json } as object as Body
  const { text, format } = content
  const body: unknown = format === 'xml' ? text : JSON.parse(text)
  return { body, contentType: MEDIA_TYPES[format] } as object as Body
}

/** Resolves to the uid of the version. */
export async function commitRecord(
  cairn: CairnClient,
  { ehrId, templateId, versionUid }: Target,
  content: Content,
  lifecycle: Lifecycle,
): Promise<string> {
  const isSimplified =
    content.kind === 'text' && (content.format === 'flat' || content.format === 'structured')
  const parameters = {
    ehr_id: ehrId,
    ...bodyOf(content),
    ...(isSimplified ? { openehrTemplateId: templateId } : {}),
    ...(lifecycle === 'incomplete' ? { openehrVersion: INCOMPLETE } : {}),
  }
  if (versionUid === undefined) return (await cairn.composition.create(parameters)).version
  const uid_based_id = versionUid.split('::')[0] ?? ''
  return (await cairn.composition.update({ ...parameters, uid_based_id, ifMatch: versionUid })).version
}
