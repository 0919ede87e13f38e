/**
 * Seals of objects that have no signed document: definitions, clients, people, roles, rights, links and tags (decision 0087). The vault has
 * their key, and protects secrets.
 */
export { sealWhatExists } from './first-seals.ts'
export { KIND_NAMES } from './kinds.ts'
export type { SealKey } from './seal.ts'
export { sealAsItIs, TAGS, taggedId } from './sealed-writes.ts'
export { sealingDatabase } from './sealing-database.ts'
export { findCompleteKinds, findStateHead, type StateHead } from './state-store.ts'
export { findTagged, findTaggedOfEhrs, isTagSeal, sealTagsOf, type TaggedObject } from './tag-store.ts'
export { identityKeyOf, newSecret, openVault, type Vault } from './vault.ts'
export { type ObjectPlace, type StateFault, type VerifiedState, verifyState } from './verify-state.ts'
