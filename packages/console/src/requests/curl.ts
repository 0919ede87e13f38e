/** A request as a command to paste. The token stays out of it: the shell's variable TOKEN stands for it. */
import type { LoggedRequest } from './request-log.ts'

/** In single quotes a shell takes everything literally but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Headers that a browser adds or that would tell a secret. */
const LEFT_OUT = new Set(['authorization', 'x-csrf-token', 'cookie'])

export function curlOf({
  method,
  url,
  headers,
  body,
}: Pick<LoggedRequest, 'method' | 'url' | 'headers' | 'body'>): string {
  const isAuthorized = Object.keys(headers).some(name => LEFT_OUT.has(name.toLowerCase()))
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(isAuthorized ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}
