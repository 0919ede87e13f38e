/** The data types: one row per class (specification "Simplified Formats", RM mappings, DV_* sections). */
import { attributesOf, type Rm, type RmDraft } from '../../../rm/index.ts'
import type { Branch } from '../keys/branch.ts'
import { codeSet } from './code-sets.ts'
import { boolean, codeOf, integer, inValue, isoDate, real, text } from './codec.ts'
import { type Field, field, isDraft, type ProportionRules, part, type Table } from './table.ts'

const hasAny = (branch: Branch, ...suffixes: readonly string[]): boolean =>
  suffixes.some(suffix => branch.leaves.has(suffix))

const DURATION_FIELDS = [
  ['year', 'Y', 'date'],
  ['month', 'M', 'date'],
  ['week', 'W', 'date'],
  ['day', 'D', 'date'],
  ['hour', 'H', 'time'],
  ['minute', 'M', 'time'],
  ['second', 'S', 'time'],
] as const

/** `|year`, `|month`, … as Better's clients send them, put together to one ISO 8601 text. */
function joinDuration(branch: Branch): void {
  const found = DURATION_FIELDS.filter(([name]) => branch.leaves.has(name))
  if (found.length === 0 || branch.leaves.has('')) return
  const texts = { date: '', time: '' }
  for (const [name, letter, half] of found) {
    const leaf = branch.leaves.get(name)
    const number = leaf === undefined ? undefined : real.read(leaf.value)
    if (leaf === undefined || typeof number !== 'number') return
    texts[half] += `${number}${letter}`
  }
  let key = ''
  for (const [name] of found) {
    key ||= branch.leaves.get(name)?.key ?? ''
    branch.leaves.delete(name)
  }
  branch.leaves.set('', {
    key,
    value: `P${texts.date}${texts.time === '' ? '' : `T${texts.time}`}`,
    used: false,
  })
}

/** The interval's four flags have defaults, so that a plain range needs no more than its two ends. */
const INTERVAL_FLAGS: readonly Field[] = [
  field('|lower_unbounded', 'lower_unbounded', boolean, { otherwise: false }),
  field('|upper_unbounded', 'upper_unbounded', boolean, { otherwise: false }),
  field('|lower_included', 'lower_included', boolean, { otherwise: true }),
  field('|upper_included', 'upper_included', boolean, { otherwise: true }),
]

/**
 * An end that is not given is unbounded, and an unbounded end is not included (RM, Interval invariants). The two ends are alike,
 * so their attributes are reached by name.
 */
function completeInterval(object: RmDraft): void {
  for (const end of ['lower', 'upper']) {
    object[`${end}_unbounded`] ??= object[end] === undefined
    object[`${end}_included`] ??= object[`${end}_unbounded`] !== true
  }
}

/** A symbol is a local term unless the keys say otherwise. */
function completeSymbol({ symbol }: RmDraft<Rm.DvOrdinal | Rm.DvScale>): void {
  const { defining_code } = attributesOf<Rm.DvCodedText>(symbol)
  if (!isDraft<Rm.CodePhrase>(defining_code)) return
  defining_code.terminology_id ??= { _type: 'TERMINOLOGY_ID', value: 'local' }
}

const PERCENT = 2
const DENOMINATOR_OF_KIND: Readonly<Record<number, number>> = { 1: 1, [PERCENT]: 100 }
const KIND_OF_DENOMINATOR: Readonly<Record<number, number>> = { 1: 1, 100: PERCENT }

/** `magnitude` holds a number that is given alone, until it is split; the class has no such attribute. */
type ProportionDraft = RmDraft<Rm.DvProportion & { readonly magnitude: number }>

/** `|type` may be left out where the template or the denominator tells, the denominator where the type does. */
function completeProportion(
  object: ProportionDraft,
  _: unknown,
  rules: ProportionRules = { kinds: [] },
): void {
  splitProportion(object, rules)
  const { kinds } = rules
  const isAllowed = (kind: number | undefined): kind is number =>
    kind !== undefined && (kinds.length === 0 || kinds.includes(kind))
  if (object.numerator !== undefined) object.denominator ??= rules.denominator
  const byDenominator = KIND_OF_DENOMINATOR[Number(object.denominator)]
  const [only, another] = kinds
  if (another === undefined) object.type ??= only
  object.type ??= isAllowed(byDenominator) ? byDenominator : isAllowed(0) ? 0 : only
  object.denominator ??= DENOMINATOR_OF_KIND[Number(object.type)]
  if (object.denominator === undefined) delete object.denominator
}

/**
 * One number alone (`x: 40`): the part that the template does not fix, 40 of 100 for a percentage, 40 of 1 for the
 * other kinds. Where a percentage is one of several kinds, the number could be either, and is not taken.
 */
function splitProportion(object: ProportionDraft, { kinds, numerator, denominator }: ProportionRules): void {
  const number = object.magnitude
  delete object.magnitude
  if (number === undefined || object.numerator !== undefined) return
  const possible = object.type === undefined ? kinds : [object.type]
  const isPercent = possible.length === 1 && possible[0] === PERCENT
  const isOpen = possible.length === 0 || possible.includes(PERCENT)
  if (numerator !== undefined && denominator === undefined) {
    object.numerator = numerator
    object.denominator ??= number
  } else if (denominator !== undefined || object.denominator !== undefined || isPercent || !isOpen) {
    object.numerator = number
    object.denominator ??= denominator ?? (isPercent ? 100 : 1)
  }
}

/** The magnitude of a proportion, which other software reads from the bare key. */
function quotient({ numerator, denominator }: Readonly<Record<string, unknown>>): number | undefined {
  if (typeof numerator !== 'number' || typeof denominator !== 'number') return undefined
  const value = numerator / denominator
  return Number.isFinite(value) ? value : undefined
}

export const DATA_VALUES: Table = {
  DV_TEXT: {
    fields: [field(['', '|value'], 'value', text), field('|formatting', 'formatting', text)],
    parts: [
      part('_language', 'language', 'CODE_PHRASE', codeSet('language')),
      part('_encoding', 'encoding', 'CODE_PHRASE', codeSet('encoding')),
      part('_mapping', 'mappings', 'TERM_MAPPING', { many: true }),
    ],
    choose: branch => (hasAny(branch, 'code', 'terminology', 'terminology_id') ? 'DV_CODED_TEXT' : 'DV_TEXT'),
  },
  DV_CODED_TEXT: {
    fields: [
      field('|code', 'defining_code/code_string', text),
      field(['|value', ''], 'value', text),
      field(['|terminology', '|terminology_id'], 'defining_code/terminology_id/value', text),
      field('|preferred_term', 'defining_code/preferred_term', text),
    ],
    choose: branch => (hasAny(branch, 'other') ? 'DV_TEXT' : 'DV_CODED_TEXT'),
  },
  CODE_PHRASE: {
    fields: [
      field(['|code', ''], 'code_string', text),
      field(['|terminology', '|terminology_id'], 'terminology_id/value', text),
      field('|preferred_term', 'preferred_term', text),
    ],
  },
  DV_STATE: {
    fields: [
      field('|code', 'value/defining_code/code_string', text),
      field(['|value', ''], 'value/value', text),
      field(['|terminology', '|terminology_id'], 'value/defining_code/terminology_id/value', text),
      field('|is_terminal', 'is_terminal', boolean),
    ],
    complete: (state: RmDraft<Rm.DvState>) => {
      state.is_terminal ??= false
    },
  },
  TERM_MAPPING: {
    fields: [field('|match', 'match', text)],
    parts: [
      part('target', 'target', 'CODE_PHRASE'),
      part('purpose', 'purpose', 'DV_CODED_TEXT', { group: 'term mapping purpose' }),
    ],
  },
  DV_ORDERED: {
    fields: [field('|normal_status', 'normal_status', codeOf('openehr_normal_statuses'))],
    parts: [
      part('_normal_range', 'normal_range', 'DV_INTERVAL<T>'),
      part(
        ['_other_reference_ranges', '_other_reference_range'],
        'other_reference_ranges',
        'REFERENCE_RANGE<T>',
        {
          many: true,
        },
      ),
    ],
  },
  DV_QUANTIFIED: { fields: [field('|magnitude_status', 'magnitude_status', text)] },
  DV_AMOUNT: {
    fields: [
      field('|accuracy', 'accuracy', real),
      field('|accuracy_is_percent', 'accuracy_is_percent', boolean),
    ],
  },
  DV_QUANTITY: {
    fields: [
      field(['|magnitude', '', '|value'], 'magnitude', real),
      field(['|unit', '|units'], 'units', text),
      field('|precision', 'precision', integer),
      field('|units_system', 'units_system', text),
      field('|units_display_name', 'units_display_name', text),
    ],
    companions: ['unit', 'units'],
  },
  DV_COUNT: { fields: [field(['', '|magnitude', '|value'], 'magnitude', integer)] },
  DV_PROPORTION: {
    fields: [
      field('|numerator', 'numerator', real),
      field('|denominator', 'denominator', real),
      field('|type', 'type', integer),
      field('|precision', 'precision', integer),
      // No attribute: completeProportion makes numerator and denominator of it.
      field(['', '|value', '|magnitude'], 'magnitude', real),
    ],
    companions: ['denominator', 'type'],
    complete: completeProportion,
    computed: quotient,
    respell: {
      read: branch => {
        const bare = branch.leaves.get('') ?? branch.leaves.get('value')
        if (bare !== undefined && branch.leaves.has('numerator')) bare.used = true
      },
    },
  },
  DV_ORDINAL: {
    fields: [
      field('|code', 'symbol/defining_code/code_string', text),
      field('|value', 'symbol/value', text),
      field('|ordinal', 'value', integer),
      field(['|terminology', '|terminology_id'], 'symbol/defining_code/terminology_id/value', text, {
        otherwise: 'local',
      }),
    ],
    complete: completeSymbol,
  },
  DV_SCALE: {
    fields: [
      field('|code', 'symbol/defining_code/code_string', text),
      field('|value', 'symbol/value', text),
      field(['|ordinal', '|scale'], 'value', real),
      field(['|terminology', '|terminology_id'], 'symbol/defining_code/terminology_id/value', text, {
        otherwise: 'local',
      }),
    ],
    complete: completeSymbol,
  },
  DV_TEMPORAL: { parts: [part('_accuracy', 'accuracy', 'DV_DURATION')] },
  DV_DATE: { fields: [field(['', '|value'], 'value', isoDate)] },
  DV_TIME: { fields: [field(['', '|value'], 'value', text)] },
  DV_DATE_TIME: { fields: [field(['', '|value'], 'value', isoDate)] },
  DV_DURATION: {
    fields: [field(['', '|value'], 'value', text)],
    respell: { read: joinDuration },
  },
  DV_BOOLEAN: { fields: [field(['', '|value'], 'value', boolean)] },
  DV_URI: { fields: [field(['', '|value'], 'value', text)] },
  DV_IDENTIFIER: {
    fields: [
      field(['|id', '', '|value'], 'id', text),
      field('|issuer', 'issuer', text),
      field('|assigner', 'assigner', text),
      field('|type', 'type', text),
    ],
  },
  DV_ENCAPSULATED: {
    parts: [
      part('_charset', 'charset', 'CODE_PHRASE', codeSet('charset')),
      part('_language', 'language', 'CODE_PHRASE', codeSet('language')),
    ],
  },
  DV_PARSABLE: {
    fields: [field(['', '|value'], 'value', text), field('|formalism', 'formalism', text)],
  },
  DV_MULTIMEDIA: {
    fields: [
      field(['', '|value', '|uri', '|url'], 'uri', inValue('DV_URI')),
      field(['|mediatype', '|media_type', '|mimetype'], 'media_type', codeOf('IANA_media-types')),
      field(['|alternatetext', '|alternate_text'], 'alternate_text', text),
      field('|size', 'size', integer),
      field('|data', 'data', text),
      field('|compression_algorithm', 'compression_algorithm', codeOf('openehr_compression_algorithms')),
      field('|integrity_check', 'integrity_check', text),
      field(
        '|integrity_check_algorithm',
        'integrity_check_algorithm',
        codeOf('openehr_integrity_check_algorithms'),
      ),
    ],
    parts: [part('_thumbnail', 'thumbnail', 'DV_MULTIMEDIA')],
  },
  DV_INTERVAL: {
    fields: INTERVAL_FLAGS,
    parts: [part('lower', 'lower', 'T'), part('upper', 'upper', 'T')],
    complete: completeInterval,
  },
  REFERENCE_RANGE: {
    fields: INTERVAL_FLAGS.map(flag => ({ ...flag, at: ['range', ...flag.at] })),
    parts: [
      part('lower', 'range/lower', 'T'),
      part('upper', 'range/upper', 'T'),
      part('meaning', 'meaning', 'DV_TEXT'),
    ],
    complete: (object: RmDraft<Rm.ReferenceRange>) => {
      const range: RmDraft = isDraft(object.range) ? object.range : {}
      object.range = range
      range._type = 'DV_INTERVAL'
      completeInterval(range)
    },
  },
}
