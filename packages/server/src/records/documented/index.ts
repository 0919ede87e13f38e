/** Parameters and answers in the API description that many operations share. */
export { CLIENT_UID, CONFLICT, INVALID, NOT_FOUND, NOT_MODIFIABLE, VERSION_HEADERS } from './answers.ts'
export {
  COMMIT_HEADERS,
  EHR_ID,
  FORM,
  FORMAT,
  IF_MATCH,
  OBJECT_UID,
  OPTIONAL_IF_MATCH,
  PREFER_READ,
  PREFER_WRITE,
  TAG_HEADERS,
  TEMPLATE_HEADER,
  UID_BASED_ID,
  VERSION_AT_TIME,
  VERSION_UID,
} from './parameters.ts'
