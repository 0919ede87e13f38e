/** The authorization room: issues tokens, and identifies the caller of a request with its scopes. */
export { viewerOf } from './caller-rights.ts'
export { refuseLastAdministrator } from './clients/administrators.ts'
export type { Client } from './clients/client.ts'
export { clientChangeIn, newClientIn } from './clients/client-input.ts'
export { type ClientRequest, OPERATOR } from './clients/client-request.ts'
export { checkAddresses } from './clients/client-rules.ts'
export {
  clientById,
  createClient,
  deleteClient,
  disableClient,
  enableClient,
  rotateSecret,
  updateClient,
} from './clients/clients.ts'
export { listRequests } from './clients/request-store.ts'
export { approveRequest, rejectRequest } from './clients/requests.ts'
export { listClients } from './clients/store.ts'
export { type AppOfPerson, listApps } from './grants/app-store.ts'
export { appBody, endApp } from './grants/endpoints.ts'
export { isSetUp } from './instance-store.ts'
export { rotate as rotateSigningKey } from './key-ring.ts'
export { listKeys } from './key-store.ts'
export { limitsOf, openMainPool } from './main-pool.ts'
export { accessBody, accessOf } from './person-access/person-access.ts'
export { firstClient, hasActiveClient, openAuthorization } from './room.ts'
export { checkedVault, replaceSecretKey } from './secret-key.ts'
