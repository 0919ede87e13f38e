/** One more client than the server of a test has already. */
import type { RunningServer } from '../server.ts'

/** A token of a new client that has these scopes. */
export async function newClient(server: RunningServer, scopes: string): Promise<string> {
  const made = await server.call('POST /admin/v1/client', {
    scopes: 'api.admin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'another', scopes: scopes.split(' ') }),
  })
  if (made.status !== 201) throw new Error(`no client: ${made.status} ${made.text}`)
  const { client_id, client_secret } = made.json()
  const answer = await server.call('POST /oauth/token', {
    headers: {
      Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      audience: `${server.url.replace('127.0.0.1', 'localhost')}/openehr/v1`,
      scope: scopes,
    }).toString(),
  })
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.text}`)
  return answer.json().access_token
}
