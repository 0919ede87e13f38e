/** The parts of a request as values: its body, headers and parameters. */
export { BODY_LIMITS, readForm, readJson, readText, readXmlText } from './body.ts'
export { cookieIn, printCookie } from './cookies.ts'
export { ifMatchTags } from './entity-tags.ts'
export { int32In, int32Of } from './int32.ts'
export { namedEhrId } from './named-ehr.ts'
export { type Preference, preferenceApplied, preferIn, type TagGrammar } from './prefer.ts'
export { queryNamesOf } from './query-string.ts'
export {
  type AnswerFormat,
  answerFormatIn,
  contentType,
  FORMATS,
  type Format,
  mediaTypeOf,
  requestedFormat,
} from './record-format.ts'
export { storableTime } from './storable-time.ts'
export { unknownParameter } from './unknown-parameter.ts'
