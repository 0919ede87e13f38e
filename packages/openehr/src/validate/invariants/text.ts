/** Invariants of the basic, text, encapsulated and URI data types (RM data_types sections 4, 5, 7, 8). */
import { codeSetHas, type Rm, type Unvalidated } from '../../rm/index.ts'
import { show } from '../visit.ts'
import {
  about,
  asNumber,
  asText,
  codeOf,
  inCodeSet,
  inGroup,
  isThere,
  members,
  notEmpty,
  type RuleTable,
  rule,
} from './invariant.ts'

/**
 * RFC 3986 section 4.1, URI-reference: with a scheme or relative, where no colon stands in the first segment. openEHR's own paths
 * add brackets and quotes inside it.
 */
const URI = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|(?![^/?#]*:))[^\s\p{Cc}<>"\\^`]+$/u

const MATCHES = new Set(['>', '=', '<', '?'])

const sizeValid = rule<Rm.DvParsable | Rm.DvMultimedia>(
  'Size_valid',
  'a size of 0 or more',
  object => ((asNumber(object.size) ?? 0) < 0 ? show(object.size) : undefined),
  about('size'),
)

const uriValid = (object: Unvalidated<Rm.DvUri>): string | undefined => {
  const value = asText(object.value)
  return value === undefined || URI.test(value) ? undefined : show(value)
}

export const TEXT_RULES: RuleTable = {
  DV_IDENTIFIER: [notEmpty('Id_valid', 'id')],
  DV_TEXT: [
    notEmpty('Valid_value', 'value'),
    notEmpty('Formatting_valid', 'formatting'),
    members('Mappings_valid', 'mappings'),
    inCodeSet('Language_valid', 'language', 'languages'),
    inCodeSet('Encoding_valid', 'encoding', 'character sets'),
  ],
  CODE_PHRASE: [notEmpty('Code_string_valid', 'code_string')],
  TERM_MAPPING: [
    rule(
      'Match_valid',
      'one of > = < ?',
      object => {
        const match = asText(object.match)
        return match === undefined || MATCHES.has(match) ? undefined : show(match)
      },
      about('match'),
    ),
    inGroup('Purpose_valid', 'purpose', 'term mapping purpose'),
  ],
  DV_PARAGRAPH: [members('Items_valid', 'items')],
  DV_ENCAPSULATED: [
    inCodeSet('Charset_valid', 'charset', 'character sets'),
    inCodeSet('Language_valid', 'language', 'languages'),
  ],
  DV_PARSABLE: [notEmpty('Formalism_valid', 'formalism'), sizeValid],
  DV_MULTIMEDIA: [
    sizeValid,
    rule(
      'Not_empty',
      'data or uri',
      object => (isThere(object.data) || isThere(object.uri) ? undefined : 'neither'),
      { when: [{ absent: ['data', 'uri'] }] },
    ),
    rule(
      'Media_type_valid',
      "a code of the code set 'media types'",
      object => {
        const code = codeOf(object.media_type)
        return code === undefined || codeSetHas('media types', code) ? undefined : show(code)
      },
      about('media_type'),
    ),
    inCodeSet('Compression_algorithm_validity', 'compression_algorithm', 'compression algorithms'),
    inCodeSet(
      'Integrity_check_algorithm_validity',
      'integrity_check_algorithm',
      'integrity check algorithms',
    ),
    rule(
      'Integrity_check_validity',
      'integrity_check_algorithm beside integrity_check',
      object =>
        isThere(object.integrity_check) && !isThere(object.integrity_check_algorithm) ? 'none' : undefined,
      { when: [{ there: ['integrity_check'], absent: ['integrity_check_algorithm'] }] },
    ),
  ],
  DV_URI: [rule('Value_valid', 'a URI or a relative reference by RFC 3986', uriValid, about('value'))],
  DV_EHR_URI: [
    rule(
      'Scheme_valid',
      "a URI of the scheme 'ehr'",
      object => {
        const value = asText(object.value)
        return value === undefined || /^ehr:/i.test(value) ? undefined : show(value)
      },
      about('value'),
    ),
  ],
}
