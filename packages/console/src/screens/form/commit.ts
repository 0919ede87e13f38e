/** Commits what a form or a text holds: a new record or party, or the next version of one. */
import type { CairnClient } from '@cairn-ehr/client'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import type { PartyKind } from '../../display/party-ref.ts'
import { INCOMPLETE } from '../../display/rm-object.ts'
import { MEDIA_TYPES, type TextFormat } from './text-format.ts'

interface Templated {
  readonly templateId: string
  /** The version that is changed; absent for a new object. */
  readonly versionUid?: string
}

export interface RecordTarget extends Templated {
  readonly ehrId: string
}

interface PartyTarget extends Templated {
  readonly kind: PartyKind
}

/** The object that a form writes. */
export type Target = RecordTarget | PartyTarget

export const isRecord = (target: Target): target is RecordTarget => 'ehrId' in target

export type Content =
  | { readonly kind: 'object'; readonly object: RmObject }
  | { readonly kind: 'text'; readonly text: string; readonly format: TextFormat }

export const objectIdOf = (versionUid: string | undefined): string | undefined => versionUid?.split('::')[0]

const addressOf = (target: Target): string =>
  isRecord(target) ? `/openehr/v1/ehr/${target.ehrId}/composition` : `/openehr/v1/demographic/${target.kind}`

function requestOf(target: Target): string {
  const objectId = objectIdOf(target.versionUid)
  const address = addressOf(target)
  return objectId === undefined ? `POST ${address}` : `PUT ${address}/${objectId}`
}

function headersOf({ templateId, versionUid }: Target, content: Content, lifecycle: Lifecycle) {
  const format = content.kind === 'text' ? content.format : 'json'
  const isSimplified = format === 'flat' || format === 'structured'
  return {
    'Content-Type': MEDIA_TYPES[format],
    ...(isSimplified ? { 'openehr-template-id': templateId } : {}),
    ...(versionUid === undefined ? {} : { 'If-Match': `"${versionUid}"` }),
    ...(lifecycle === 'incomplete'
      ? { 'openehr-version': `lifecycle_state.code_string="${INCOMPLETE}"` }
      : {}),
  }
}

/** Resolves to the uid of the version. */
export async function commit(
  cairn: CairnClient,
  target: Target,
  content: Content,
  lifecycle: Lifecycle,
): Promise<string> {
  const answer = await cairn.call(requestOf(target), {
    headers: headersOf(target, content, lifecycle),
    body: content.kind === 'text' ? content.text : JSON.stringify(content.object),
  })
  return (answer.headers.get('ETag') ?? '').replace(/^(?:W\/)?"|"$/g, '')
}
