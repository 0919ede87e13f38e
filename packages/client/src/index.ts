/** A typed HTTP client for Cairn: gets and renews its token, repeats what is safe to repeat, throws what a person can act on. */

export { type App, type AppSession, type AppStorage, beginSignIn, completeSignIn } from './app-session.ts'
export type { AqlCells, AqlColumns, AqlOptions, AqlRow, AqlValue, NoCells, RunAql } from './aql.ts'
export {
  type Authentication,
  type AuthenticationFor,
  type Authorization,
  type BrowserSession,
  bearerToken,
  browserSession,
  clientCredentials,
} from './authentication.ts'
export type { ChangesOptions, FollowChanges } from './changes.ts'
export { type BareCallOptions, type CairnClient, type ClientOptions, createClient } from './client.ts'
export type { ErrorCode } from './codes.generated.ts'
export { CairnError, type Finding, isCairnError } from './error.ts'
export type { FollowQuery, LiveOptions, LiveRows, StoredQueryName } from './live.ts'
export { CairnNetworkError, isNetworkError, type NetworkErrorCode } from './network-error.ts'
export type { CallOptions, OperationRow } from './operation.ts'
export * from './operations.generated.ts'
export type { RetryLimits } from './retry.ts'
export type * as Rm from './rm.generated.ts'
export type * from './schemas.generated.ts'
export type { Credentials } from './token.ts'
export type { Preferred, Versioned } from './versioned.ts'
