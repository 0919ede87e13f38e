/** Requests whose headers go out as they are given: several of one name, bytes that are no ASCII. */
import { request } from 'node:http'
import type { RunningServer } from '../server.ts'

export interface Sent {
  readonly status: number
  /** Names in lower case; those that came several times joined by a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

export type HeaderLines = Readonly<Record<string, string | readonly string[]>>

/** Text as the bytes that a client puts into a header which it believes to be UTF-8. */
export const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** `send(server, 'PUT /ehr/…', headers, body)`, under `/openehr/v1`, with a token for everything. */
export async function send(
  server: RunningServer,
  line: string,
  headers: HeaderLines = {},
  body?: unknown,
): Promise<Sent> {
  const [method = '', path = ''] = line.split(/ (.*)/s)
  const token = await server.token('api.read api.write api.admin')
  return new Promise((done, failed) => {
    const sending = request(`${server.url}/openehr/v1${path}`, {
      method,
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : [...value],
          ]),
        ),
      },
    })
    sending.on('error', failed)
    sending.on('response', answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const entries = Object.entries(answer.headers).map(([name, value]) => [
          name,
          [value].flat().join(', '),
        ])
        done({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    // As bytes: Node would write the headers in the encoding of a body that is text.
    sending.end(body === undefined ? undefined : Buffer.from(JSON.stringify(body)))
  })
}
