/** The authorization room: who calls, with which rights, and how they get a token. */
export { createClient, disableClient, rotateSecret } from './clients.ts'
export { rotate as rotateSigningKey } from './key-ring.ts'
export { checkedVault, firstClient, openAuthorization } from './room.ts'
export { type Client, listClients, listKeys } from './store.ts'
