/** Reads the body of an answer by its media type. */

/** JSON becomes a value, any other type its text; undefined: there is no body. */
export async function readBody(answer: Response): Promise<unknown> {
  const text = answer.status === 204 ? '' : await answer.text()
  if (text === '') return undefined
  const [type = ''] = (answer.headers.get('Content-Type') ?? '').split(';')
  return /[/+]json$/.test(type.trim()) ? JSON.parse(text) : text
}
