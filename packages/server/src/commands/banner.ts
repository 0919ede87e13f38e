/** The text on the console when the server is up: addresses, and commands to paste that get a token and call the API. */
import type { Config } from '../settings/index.ts'

const TOKEN_OF_ANSWER = `sed -E 's/.*"access_token":"([^"]+)".*/\\1/'`

function tryIt({ baseUrl, authUrl }: Config, clientId: string, secret: string): string {
  return `
  TOKEN=$(curl -s -u '${clientId}:${secret}' \\
    -d grant_type=client_credentials -d audience=${baseUrl}/openehr/v1 \\
    ${authUrl}/oauth/token | ${TOKEN_OF_ANSWER})
  curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/openehr/v1/definition/template/adl1.4
`
}

function demo({ baseUrl, authUrl }: Config, clientId: string, secret: string): string {
  const settings = [
    `CAIRN_CLIENT_ID='${clientId}'`,
    `CAIRN_CLIENT_SECRET='${secret}'`,
    `CAIRN_SERVER_URL=${baseUrl}`,
    ...(authUrl === baseUrl ? [] : [`CAIRN_SERVER_AUTH_URL=${authUrl}`]),
  ]
  return `
  export ${settings.join(' ')}
  npx cairn demo
`
}

export function banner(
  config: Config,
  first: { clientId: string; secret: string | undefined } | undefined,
  administratorLink?: string,
): string {
  const lines = [
    '',
    `Cairn is running at ${config.baseUrl}`,
    `  API       ${config.baseUrl}/openehr/v1`,
    `  Tokens    ${config.authUrl}/oauth/token`,
    `  Console   ${config.baseUrl}/console`,
    `  Docs      ${config.baseUrl}/docs`,
    `  Sign in   ${config.authUrl}/auth/account`,
    '',
  ]
  if (first?.secret !== undefined)
    lines.push(
      `The first client was made. Its secret is shown this once:`,
      `  client id      ${first.clientId}`,
      `  client secret  ${first.secret}`,
      '',
      'To get a token and call the API:',
      tryIt(config, first.clientId, first.secret),
      'With a hospital of 20 made-up patients to try things on:',
      demo(config, first.clientId, first.secret),
    )
  else if (first) lines.push(`The first client is ${first.clientId}, with the secret that you set.`, '')
  else lines.push('Another client: npx cairn client create --name "My app" --scopes api.read,api.write', '')
  if (administratorLink !== undefined)
    lines.push(
      'Nobody can sign in yet. Open this link to become the first administrator; it works once:',
      `  ${administratorLink}`,
      '',
    )
  lines.push('Ctrl-C stops it.', '')
  return `${lines.join('\n')}\n`
}
