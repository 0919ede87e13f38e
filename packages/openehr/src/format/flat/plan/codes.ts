/** The codes that a node of the template offers: they complete and check coded values. */

import { attributesOf, makeCodedText, type Rm, type RmDraft } from '../../../rm/index.ts'
import type { KeyFault } from '../read/reading.ts'
import { conceptOf, type Group } from '../tables/codec.ts'

export interface OfferedCode {
  readonly label?: string
  readonly terminology?: string
  /** DV_ORDINAL and DV_SCALE: the number that goes with the symbol. */
  readonly ordinal?: number
  /** Careflow steps: the states that the step may be in. */
  readonly currentStates?: readonly string[]
}

/** The codes that the template has for one node. */
export interface OfferedCodes {
  readonly codes: ReadonlyMap<string, OfferedCode>
  /** Other codes are allowed too, and free text. */
  readonly open: boolean
  readonly terminology?: string
}

const listOf = (offered: OfferedCodes): string => [...offered.codes.keys()].slice(0, 20).join(', ')

/** The code that a label stands for, where the template has it. */
export function codeOfLabel(label: string, offered: OfferedCodes): string | undefined {
  for (const [code, known] of offered.codes) if (known.label === label) return code
  return undefined
}

/**
 * Fills in what a client may leave out of a DV_CODED_TEXT, because the template or the openEHR terminology has
 * it: rubric, terminology, or the code of a rubric. Returns the fault where the code cannot be right.
 */
export function completeCodedText(
  object: RmDraft<Rm.DvCodedText>,
  offered?: OfferedCodes,
  group?: Group,
): KeyFault | undefined {
  const given = attributesOf<Rm.CodePhrase>(object.defining_code)
  let code = textIn(given.code_string)
  const value = textIn(object.value)
  if (code === undefined && value !== undefined) {
    code =
      (offered && codeOfLabel(value, offered)) ??
      (group === undefined ? undefined : conceptOf(group, value)?.code)
    if (code === undefined) return undefined
    object.defining_code = { _type: 'CODE_PHRASE', ...given, code_string: code }
  }
  if (code === undefined) return undefined
  const known = offered?.codes.get(code)
  const concept = group === undefined ? undefined : conceptOf(group, code)
  const phrase = object.defining_code as RmDraft<Rm.CodePhrase>
  const stated = attributesOf<Rm.TerminologyId>(phrase.terminology_id).value
  // A local code alone, without its rubric, cannot be anything but one of the list, even where the list is open.
  const isAlone = stated === undefined && value === undefined && localOf(code) !== undefined
  if (offered !== undefined && known === undefined && offered.codes.size > 0 && (!offered.open || isAlone)) {
    const { terminology = 'local' } = offered
    const isForeign = stated !== undefined && terminology !== 'local' && stated !== terminology
    if (!isForeign)
      return {
        code: 'flat.code',
        message: `"${code}" is not among the codes that the template allows here`,
        expected: listOf(offered),
      }
  }
  if (stated === undefined) {
    // A code that an open list of local codes does not have is from another terminology.
    const isListed = known !== undefined || offered?.terminology !== 'local' || offered.codes.size === 0
    const terminology =
      known?.terminology ??
      (isListed ? offered?.terminology : undefined) ??
      (concept === undefined ? undefined : 'openehr') ??
      localOf(code)
    if (terminology !== undefined) phrase.terminology_id = { _type: 'TERMINOLOGY_ID', value: terminology }
  }
  if (value === undefined) {
    const rubric = known?.label ?? concept?.rubric
    if (rubric !== undefined) object.value = rubric
  }
  return undefined
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const localOf = (code: string): string | undefined => (/^at\d/.test(code) ? 'local' : undefined)

/** Fills in the symbol's rubric and number of a DV_ORDINAL or DV_SCALE from the template's list. */
export function completeOrdinal(
  object: RmDraft<Rm.DvOrdinal | Rm.DvScale>,
  offered?: OfferedCodes,
): KeyFault | undefined {
  if (offered === undefined || offered.codes.size === 0) return undefined
  const symbol = attributesOf<Rm.DvCodedText>(object.symbol)
  const phrase = attributesOf<Rm.CodePhrase>(symbol.defining_code)
  const said = textIn(symbol.value)
  let code = textIn(phrase.code_string)
  if (code === undefined)
    for (const [candidate, { ordinal, label }] of offered.codes)
      if ((ordinal !== undefined && ordinal === object.value) || (label !== undefined && label === said))
        code ??= candidate
  if (code === undefined)
    return said === undefined
      ? undefined
      : {
          code: 'flat.code',
          message: `"${said.slice(0, 80)}" is not among the codes, numbers and texts that the template allows here`,
          expected: listOf(offered),
        }
  const known = offered.codes.get(code)
  if (known === undefined)
    return offered.open
      ? undefined
      : {
          code: 'flat.code',
          message: `"${code}" is not among the codes that the template allows here`,
          expected: listOf(offered),
        }
  const label = said ?? known.label ?? code
  const stated = textIn(attributesOf<Rm.TerminologyId>(phrase.terminology_id).value)
  const terminology = stated ?? known.terminology ?? offered.terminology ?? 'local'
  const { defining_code: filled, ...rest } = makeCodedText(terminology, code, label)
  object.symbol = { ...rest, ...symbol, value: label, defining_code: { ...filled, ...phrase } }
  if (object.value === undefined && known.ordinal !== undefined) object.value = known.ordinal
  return undefined
}

/** Adds the state to a careflow step that the template allows in one state only. */
export function completeTransition(object: RmDraft<Rm.IsmTransition>, steps?: OfferedCodes): void {
  if (object.current_state !== undefined) return
  const { defining_code } = attributesOf<Rm.DvCodedText>(object.careflow_step)
  const { code_string } = attributesOf<Rm.CodePhrase>(defining_code)
  const states = steps?.codes.get(String(code_string))?.currentStates
  const concept = states?.length === 1 ? conceptOf('instruction states', states[0] ?? '') : undefined
  if (concept !== undefined) object.current_state = makeCodedText('openehr', concept.code, concept.rubric)
}
