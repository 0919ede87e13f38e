/** HTTP over a bare socket: for requests that no HTTP client would send. */
import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** Everything that came, as it came. */
  readonly text: string
}

/** The time that a busy machine may take for the first byte. */
const PATIENCE_MS = 10_000

/** Sends the bytes and reads until the server closes, or until nothing more has come for a while. */
export function sendRaw(url: string, bytes: string, { quietMs = 1000 } = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    const finish = () => {
      socket.destroy()
      done(parsed(text))
    }
    socket.setTimeout(PATIENCE_MS, finish)
    socket.on('data', data => {
      socket.setTimeout(quietMs)
      text += data.toString('latin1')
    })
    socket.on('end', finish)
    socket.on('error', error => (text === '' ? failed(error) : finish()))
  })
}

function parsed(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n'), text }
}

/** One request, as written, over a connection that is closed after it. */
export const requestLine = (url: string, line: string, headers: readonly string[] = [], body = ''): string =>
  `${line}\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n${headers.map(each => `${each}\r\n`).join('')}\r\n${body}`
