/** Turns the body of a request into a valid RM object: reads the format, finds the template, validates. */

import type { Finding } from '@cairn-ehr/openehr'
import { flatFindings, printJson } from '@cairn-ehr/openehr/format'
import { didYouMean } from '@cairn-ehr/openehr/path'
import { isA, isRmObject, type RmObject, withoutEmptyLists } from '@cairn-ehr/openehr/rm'
import { type ValidateOptions, validateRm } from '@cairn-ehr/openehr/validate'
import type { ReadyTemplate, TemplateShelf } from '../definitions/index.ts'
import type { Incoming } from '../http/index.ts'
import { type Code, cutFindings, isCut, Refusal } from '../refusal/index.ts'
import { LARGE, readSimplified, threads, withTemplateInThread } from '../threads/index.ts'
import { type Head, INCOMPLETE, type Kind } from '../versions/index.ts'
import { TEMPLATED_KINDS } from '../versions/parties/index.ts'
import { timestamp } from '../versions/printed/index.ts'
import { type RecordLimits, refuseManyFolders } from './limits.ts'
import { type Format, isSimplified, type RecordBody, recordBodyIn } from './reply/media.ts'
import type { Handling } from './request/handling.ts'
import { headerText } from './request/header-list.ts'
import { withoutEmptyUid } from './uids/client-uid.ts'

/** A body, with the template id of the header, which FLAT and STRUCTURED need. */
export interface RecordDraft extends RecordBody {
  readonly templateId: string | undefined
  /** Numbers the names of repeated siblings in FLAT and STRUCTURED. */
  readonly numberNames?: boolean
}

function templateIdIn({ headers, query }: Incoming): string | undefined {
  const header = headers['openehr-template-id'] ?? headers['openehr-template_id']
  const given = Array.isArray(header) ? header[0] : header
  return (
    (given === undefined ? undefined : headerText(given)) ??
    query.get('template_id') ??
    query.get('templateId') ??
    undefined
  )
}

export function recordDraftIn(request: Incoming): RecordDraft {
  const given = recordBodyIn(request)
  if (given === undefined) throw new Refusal('request.malformed', 'This operation needs a body.')
  const { format, value, size } = given
  const { numbersNames: numberNames } = request.mountPoint
  return { format, value, size, templateId: templateIdIn(request), numberNames }
}

export interface DraftNeeds {
  readonly shelf: TemplateShelf
  readonly limits: RecordLimits
  readonly now: () => number
  readonly systemId: string
}

/** Valid data and the key of their template. */
export interface CheckedData {
  readonly data: RmObject
  readonly templateKey: number | undefined
  /** Rules of the template that the data break, if the commit is lenient. */
  readonly findings?: readonly Finding[] | undefined
  /** Sentences about FLAT and STRUCTURED values that are stored otherwise than they were given. */
  readonly warnings?: readonly string[] | undefined
}

/** Decides how strictly data are checked. */
export interface CheckRules {
  /** The lifecycle state: incomplete data are checked less strictly. */
  readonly lifecycle: number
  readonly handling: Handling
  /** Approximate bytes of the data; large data are validated in a worker thread. */
  readonly size: number
}

const TEMPLATE_PATH = '/archetype_details/template_id/value'

/** openEHR REST answers 422 to an invalid COMPOSITION, and 400 to other kinds. */
const INVALID: Partial<Record<Kind, Code>> = { EHR_STATUS: 'ehr_status.invalid', FOLDER: 'folder.invalid' }

/** Refuses a template of another class, which would find a fault in every part of the data. */
async function templateIfAny(
  { shelf }: DraftNeeds,
  templateId: string,
  kind: Kind,
): Promise<ReadyTemplate | undefined> {
  const ready = await shelf.latest(templateId)
  const rmType = ready?.template.definition.rmType
  if (rmType === undefined || isA(kind, rmType)) return ready
  const message = `The template "${templateId}" is for ${rmType}: it is no template for ${kind}.`
  throw new Refusal(INVALID[kind] ?? 'data.invalid', message, [
    { path: TEMPLATE_PATH, code: 'template.class', message, found: rmType, expected: kind },
  ])
}

async function requireTemplate(needs: DraftNeeds, templateId: string, kind: Kind): Promise<ReadyTemplate> {
  const ready = await templateIfAny(needs, templateId, kind)
  if (ready) return ready
  const code = INVALID[kind] ?? 'data.template_unknown'
  const hint = didYouMean(templateId, await needs.shelf.ids())
  throw new Refusal(code, `The template "${templateId}" is unknown: upload it first.${hint}`)
}

/** Uses a template; on failure tries again with a newer version, which another process may have stored meanwhile. */
async function withTemplate<T>(
  { shelf }: DraftNeeds,
  ready: ReadyTemplate,
  use: (ready: ReadyTemplate) => T | Promise<T>,
): Promise<T> {
  try {
    return await use(ready)
  } catch (error) {
    const newer = await shelf.newerThan(ready)
    if (!newer) throw error
    return use(newer)
  }
}

/** Checks `_type`; a body may leave it out, since the address implies it. */
function asKind(value: unknown, kind: Kind): RmObject {
  if (!isRmObject(value)) throw new Refusal('request.malformed', `The body must be a ${kind}.`)
  const type = value._type ?? kind
  if (type !== kind)
    throw new Refusal('request.malformed', `The body must be a ${kind}, but it is a ${type}.`)
  const data = withoutEmptyUid(value)
  return data._type === undefined ? { _type: kind, ...data } : data
}

/** Recognises FLAT by slashes in keys, and STRUCTURED by one object beside `ctx`; canonical JSON has neither. */
function simplifiedFormIn(value: unknown): 'FLAT' | 'STRUCTURED' | undefined {
  if (!isRmObject(value) || value._type !== undefined) return undefined
  const keys = Object.keys(value)
  if (keys.some(key => key.includes('/'))) return 'FLAT'
  return keys.includes('ctx') ? 'STRUCTURED' : undefined
}

function refuseSimplified(value: unknown): void {
  const form = simplifiedFormIn(value)
  if (form === undefined) return
  const type = `application/openehr.wt.${form.toLowerCase()}+json`
  throw new Refusal(
    'request.malformed',
    `The body looks like ${form}, but it was sent as canonical JSON: send it with Content-Type ${type}, or with ?format=${form}.`,
  )
}

async function toRm(
  draft: RecordDraft,
  kind: Kind,
  needs: DraftNeeds,
): Promise<Pick<CheckedData, 'data' | 'warnings'>> {
  if (draft.format === 'json') refuseSimplified(draft.value)
  if (draft.format === 'json' || draft.format === 'xml') return { data: asKind(draft.value, kind) }
  if (draft.templateId === undefined)
    throw new Refusal('request.malformed', 'FLAT and STRUCTURED need the header openehr-template-id.')
  if (!isRmObject(draft.value)) throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const { value, format, numberNames = false } = draft
  const now = timestamp(new Date(needs.now()))
  const input = { format, value, now, numberNames }
  const ready = await requireTemplate(needs, draft.templateId, kind)
  const { data, warnings } = await withTemplate(needs, ready, inForce =>
    draft.size > LARGE
      ? withTemplateInThread(inForce, template =>
          threads.run('readSimplified', { ...input, template }, needs.systemId),
        )
      : readSimplified(inForce.template, input),
  )
  // A `|raw` value is canonical JSON, which may have empty lists.
  return { data: asKind(withoutEmptyLists(data), kind), warnings }
}

/** Returns `archetype_details/template_id/value`. */
function templateIdOf(data: RmObject): string | undefined {
  const { archetype_details: details } = data
  const id = isRmObject(details) ? details['template_id'] : undefined
  const value = isRmObject(id) ? id['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

const NO_RIGHT = ' handling=lenient needs the scope api.lenient, which this token does not have.'

function refuseIfAny(findings: readonly Finding[], kind: Kind, handling: Handling): void {
  if (findings.length === 0) return
  const count = findings.length === 1 ? 'one rule' : `${findings.length} rules`
  const code = INVALID[kind] ?? 'data.invalid'
  const message = isCut(findings)
    ? `The ${kind} breaks more than ${findings.length - 1} rules; the first are listed with their paths.`
    : `The ${kind} breaks ${count}; each is listed with its path.`
  throw new Refusal(code, handling === 'denied' ? `${message}${NO_RIGHT}` : message, findings)
}

/** Validating 300 KB takes 10 ms, and 110 ms the first time: too long for the event loop. */
const validateInThread = (
  ready: ReadyTemplate,
  data: RmObject,
  options: ValidateOptions,
  { limits: { findings: most }, systemId }: DraftNeeds,
) => {
  const text = printJson(data)
  return withTemplateInThread(ready, template =>
    threads.run('validate', { template, text, options, most }, systemId),
  )
}

/** Findings by the rules of the reference model alone. */
const findingsByRm = (
  data: RmObject,
  kind: Kind,
  size: number,
  { limits: { findings: most }, systemId }: DraftNeeds,
): readonly Finding[] | Promise<readonly Finding[]> =>
  size > LARGE
    ? threads.run('validateRm', { type: kind, text: printJson(data), most }, systemId)
    : cutFindings(validateRm(data, kind), most)

/**
 * Validates a COMPOSITION against its template, a party that names one too, and other kinds if they name a known one. Findings about FLAT and
 * STRUCTURED data name their keys.
 */
export async function checkData(
  data: RmObject,
  kind: Kind,
  { lifecycle, handling, size }: CheckRules,
  needs: DraftNeeds,
  format: Format = 'json',
): Promise<CheckedData> {
  if (kind === 'FOLDER') refuseManyFolders(data, needs.limits)
  const templateId = templateIdOf(data)
  if (templateId === undefined && kind === 'COMPOSITION') {
    refuseIfAny(await findingsByRm(data, kind, size, needs), kind, handling)
    throw new Refusal('data.template_unknown', 'The COMPOSITION names no template in archetype_details.')
  }
  const ready =
    TEMPLATED_KINDS.includes(kind) && templateId !== undefined
      ? await requireTemplate(needs, templateId, kind)
      : templateId === undefined
        ? undefined
        : await templateIfAny(needs, templateId, kind)
  if (!ready) {
    refuseIfAny(await findingsByRm(data, kind, size, needs), kind, handling)
    return { data, templateKey: undefined }
  }
  const options = { lifecycle: lifecycle === INCOMPLETE ? 'incomplete' : 'complete' } as const
  return withTemplate(needs, ready, async inForce => {
    const { key, validate, template } = inForce
    const findings =
      size > LARGE
        ? await validateInThread(inForce, data, options, needs)
        : cutFindings(validate(data, options), needs.limits.findings)
    // Lenient commits still keep the rules of the reference model: such data could not be read or queried.
    const breaksModel = async () => (await findingsByRm(data, kind, size, needs)).length > 0
    if (handling !== 'lenient' || (findings.length > 0 && (await breaksModel())))
      refuseIfAny(isSimplified(format) ? flatFindings(template, data, findings) : findings, kind, handling)
    return { data, templateKey: key, findings }
  })
}

/** The next version of a composition or a party needs the same template id; a newer version of the template is allowed. */
export async function requireSameTemplate(
  head: Head | undefined,
  checked: CheckedData,
  { shelf }: DraftNeeds,
) {
  const [before, now] = [head?.templateKey, checked.templateKey]
  if (!head || !TEMPLATED_KINDS.includes(head.kind) || before == null || before === now) return
  const expected = (await shelf.byKey(before))?.templateId
  const found = now === undefined ? undefined : (await shelf.byKey(now))?.templateId
  if (expected === undefined || expected === found) return
  const message = `The preceding version was made by the template "${expected}".`
  throw new Refusal('data.invalid', message, [{ path: TEMPLATE_PATH, code: 'template.id', message }])
}

export async function checkDraft(
  draft: RecordDraft,
  kind: Kind,
  { lifecycle, handling }: Omit<CheckRules, 'size'>,
  needs: DraftNeeds,
): Promise<CheckedData> {
  const { format, size } = draft
  const { data, warnings } = await toRm(draft, kind, needs)
  const { templateKey, findings } = await checkData(data, kind, { lifecycle, handling, size }, needs, format)
  return { data, templateKey, findings, warnings }
}
