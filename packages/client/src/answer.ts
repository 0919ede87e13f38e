/** Reads the body of an answer by its media type. */

const JSON_TYPE = /[/+]json$/

/** Media types whose bodies are no text. */
const BINARY: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/vnd.apache.parquet',
  'application/vnd.apache.arrow.stream',
])

/** JSON becomes a value, what is no text its bytes, any other type its text; undefined: there is no body. */
export async function readBody(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined
  const type = ((answer.headers.get('Content-Type') ?? '').split(';')[0] ?? '').trim()
  if (BINARY.has(type)) return new Uint8Array(await answer.arrayBuffer())
  const text = await answer.text()
  if (text === '') return undefined
  return JSON_TYPE.test(type) ? JSON.parse(text) : text
}
