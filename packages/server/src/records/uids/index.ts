/** Ids of objects and versions: in paths, in bodies, and chosen by clients. */
export {
  chooseObjectId,
  isEmptyUid,
  isUidOf,
  keepingUid,
  LIMITED_UID,
  refuseTaken,
  uidOf,
  withoutEmptyUid,
} from './client-uid.ts'
export {
  changedObjectIdIn,
  ehrIdIn,
  noEhr,
  noVersion,
  objectIdIn,
  type UidBasedId,
  uidBasedIdIn,
  versionIdIn,
} from './named-ids.ts'
export { originalUidWarning } from './original-uid.ts'
