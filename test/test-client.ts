import type { NewClient } from '../packages/server/src/auth/clients/clients.ts'

/** The client whose credentials tests use: it may ask for every scope. */
export const TEST_CLIENT: NewClient = {
  name: 'test',
  scopes: ['api.read', 'api.write', 'api.lenient', 'api.admin'],
}
