/** Writes the `archetype_details` of an archetype root, as far as reading would not make the same. */
import { attributesOf, equal, isRmObject, type Rm, type RmObject, rmClass } from '../../../rm/index.ts'
import type { RmStep } from '../../../template/index.ts'
import type { KeyPath } from '../keys/key-path.ts'
import { defaultDetails } from '../plan/structure.ts'
import { isDraft } from '../tables/table.ts'
import { countAttributes, isFilledText, isOfClass, soleText } from './simple-objects.ts'
import { writeValue } from './write-value.ts'
import type { Writing } from './writing.ts'

const DETAILS = rmClass('ARCHETYPED')?.attributes

const SEGMENT = '/_archetype_details'
const TEMPLATE_KEY = `${SEGMENT}|template_id`
const RELEASE_KEY = `${SEGMENT}|rm_version`
const RAW_KEY = `${SEGMENT}|raw`

export function writeDetails(
  value: unknown,
  step: RmStep | undefined,
  path: KeyPath,
  writing: Writing,
): void {
  if (!writeCommon(value, step, path, writing)) writeAny(value, step, path, writing)
}

/** Writes details that name the archetype of the template, and differ at most by template and release; false for all others. */
function writeCommon(value: unknown, step: RmStep | undefined, path: KeyPath, writing: Writing): boolean {
  if (step?.archetype === undefined || !isRmObject(value) || !isOfClass(value, 'ARCHETYPED')) return false
  const { archetype_id, template_id, rm_version } = attributesOf<Rm.Archetyped>(value)
  const { list, rmVersion, templateId } = writing
  const template = template_id === undefined ? undefined : soleText(template_id, 'TEMPLATE_ID')
  const isMissing = template === undefined && (template_id !== undefined || templateId !== undefined)
  if (isMissing || template === '' || !isFilledText(rm_version)) return false
  if (soleText(archetype_id, 'ARCHETYPE_ID') !== step.nodeId) return false
  if (countAttributes(value) !== (template === undefined ? 2 : 3)) return false
  if (template !== templateId) list.put(path.key(TEMPLATE_KEY), template)
  if (rm_version !== rmVersion) list.put(path.key(RELEASE_KEY), rm_version)
  return true
}

function writeAny(
  value: unknown,
  step: RmStep | undefined,
  path: KeyPath,
  { list, rmVersion, templateId }: Writing,
): void {
  const usual: RmObject | undefined =
    step === undefined ? undefined : defaultDetails(step, rmVersion, templateId)
  if (usual !== undefined && equal(value, usual, 'ARCHETYPED')) return
  const missing =
    isDraft(value) && Object.keys(usual ?? {}).some(key => key !== '_type' && value[key] === undefined)
  if (usual === undefined || !isDraft(value) || missing) {
    list.put(path.key(RAW_KEY), value)
    return
  }
  const unusual = Object.entries(value).filter(
    ([key, below]) => key === '_type' || !equal(below, usual[key], DETAILS?.get(key)?.type),
  )
  const written = writeValue({ type: 'ARCHETYPED' }, { ...Object.fromEntries(unusual), _type: 'ARCHETYPED' })
  if (written.some(([key]) => key === '|raw')) list.put(path.key(RAW_KEY), value)
  else list.putBelow(path.member(SEGMENT), written)
}
