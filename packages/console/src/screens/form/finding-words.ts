/** Findings of the validator in words of the form. Its own sentences name paths and classes, so they are never shown here. */
import type { Finding } from '@cairn-ehr/openehr'
import type { TextKey } from './texts.ts'

const isMissing = ({ code, found }: Finding): boolean =>
  found === 'nothing' || (code === 'occurrences.lower' && found === '0')

const OFFERED: TextKey = 'Choose one of the offered values.'
const UNREADABLE: TextKey = 'This value cannot be read. Check how it is written.'
const PARTS: TextKey = 'This date, time or duration has other parts than the template allows.'

/** By the rule that was broken, the first that fits. */
const WORDS: readonly (readonly [rule: RegExp, words: TextKey])[] = [
  [
    /^(occurrences|cardinality|existence)\.upper$|^rm\.multiplicity$/,
    'There are more of these than the template allows.',
  ],
  [
    /^(occurrences|cardinality|existence)\.lower$|^rm\.mandatory$/,
    'Something that the template requires is missing here.',
  ],
  [/^cardinality\.is_unique$/, 'The same value is here twice.'],
  [/^C_DV_QUANTITY\.units$/, 'Choose one of the offered units.'],
  [/^C_DV_QUANTITY\.precision$/, 'This number has more decimal places than the template allows.'],
  [/\.(magnitude|range)$/, 'This value is outside of what the template allows.'],
  [
    /^(C_CODE_PHRASE|C_DV_ORDINAL|C_DV_STATE|C_STRING\.list|C_BOOLEAN|flat\.code|flat\.choice|CONSTRAINT_REF)/,
    OFFERED,
  ],
  [/^C_STRING\.pattern$/, 'This text does not have the form that the template asks for.'],
  [/^C_(DATE|TIME|DATE_TIME|DURATION)\b/, PARTS],
  [/^(flat\.(value|type|offset)|rm\.type|rm\.value)$|^DV_/, UNREADABLE],
  [
    /^flat\.(key|path|unknown|index|structure|twice|raw|other)$|^node\.|^C_OBJECT\.|^ARCHETYPE_SLOT\.|^template\./,
    'The template has no place for this value.',
  ],
]

export function findingWords(finding: Finding): TextKey {
  if (isMissing(finding)) return 'This is required.'
  return WORDS.find(([rule]) => rule.test(finding.code))?.[1] ?? 'This value does not fit. Check it.'
}
