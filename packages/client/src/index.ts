/** A typed HTTP client for Cairn: gets and renews its token, repeats what is safe to repeat, throws what a person can act on. */

export { type CairnClient, type CallOptions, type ClientOptions, createClient } from './client.ts'
export { CairnError } from './error.ts'
