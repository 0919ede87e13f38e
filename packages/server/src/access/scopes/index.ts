/** Scopes on data, parsed once into a value. */
export {
  covers,
  type DataScope,
  isDataScope,
  isPartyResource,
  PARTY_RESOURCES,
  type Permission,
  parseDataScope,
} from './data-scope.ts'
