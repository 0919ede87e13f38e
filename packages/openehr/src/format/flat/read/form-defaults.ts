/**
 * Attributes that forms leave out because other form servers fill them. Only data with `ctx/…` keys get them: those leave their
 * context to defaults, and everything else says what it means.
 */
import { makeCodedText, makeText, type Rm } from '../../../rm/index.ts'
import type { OfferedCodes } from '../plan/codes.ts'
import type { Frame } from '../plan/plan.ts'
import { conceptOf, type Group } from '../tables/codec.ts'
import type { Filling } from './context.ts'

interface FormDefault {
  readonly value: unknown
  /** The value for people. */
  readonly text: string
}

type DefaultOf = (frame: Frame) => FormDefault | undefined

/** By class: attribute and its default. */
const DEFAULTS: Readonly<Record<string, readonly [attribute: string, DefaultOf]>> = {
  ACTION: [
    'ism_transition',
    frame => {
      const state = concept(
        '532',
        'instruction states',
        expectedAt(frame, 'ism_transition')?.below?.['current_state']?.codes,
      )
      return state && { ...state, value: { _type: 'ISM_TRANSITION', current_state: state.value } }
    },
  ],
  INSTRUCTION: ['narrative', () => ({ value: makeText('<none>'), text: '<none>' })],
  ACTIVITY: [
    'timing',
    () => ({
      value: { _type: 'DV_PARSABLE', value: 'R1', formalism: 'timing' } satisfies Rm.DvParsable,
      text: 'R1',
    }),
  ],
  INTERVAL_EVENT: [
    'math_function',
    frame => concept('146', 'event math function', expectedAt(frame, 'math_function')?.codes),
  ],
}

const expectedAt = (frame: Frame, attribute: string) => frame.cells.get(attribute)?.expected

/** A concept of the openEHR terminology, or the only one that the template offers. Nothing is chosen among others. */
function concept(usual: string, group: Group, offered: OfferedCodes | undefined): FormDefault | undefined {
  const isOffered =
    offered === undefined || offered.codes.size === 0 || offered.open || offered.codes.has(usual)
  const [only = '', another] = isOffered ? [usual] : offered.codes.keys()
  const found = another === undefined ? conceptOf(group, only) : undefined
  return found && { value: makeCodedText('openehr', found.code, found.rubric), text: found.rubric }
}

export function* formDefaults(
  frame: Frame,
  type: string,
  { context }: Filling,
): Generator<readonly [attribute: string, FormDefault]> {
  const row = context.stated ? DEFAULTS[type] : undefined
  const made = row?.[1](frame)
  if (row !== undefined && made !== undefined) yield [row[0], made]
}
