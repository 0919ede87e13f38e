/** The authorization room: issues tokens, and identifies the caller of a request with its scopes. */
export { createClient, disableClient, rotateSecret } from './clients.ts'
export { rotate as rotateSigningKey } from './key-ring.ts'
export { checkedVault, firstClient, openAuthorization } from './room.ts'
export { type Client, listClients, listKeys } from './store.ts'
