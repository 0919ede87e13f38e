/** Walks through the pages of a list by the `Link` to the next one. */
import type { PreparedRequest } from './operation.ts'

/** The query string of the next page. The address itself may be another one than ours, behind a proxy. */
function nextSearch({ headers }: Response): string | undefined {
  const address = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('Link') ?? '')?.[1]
  if (address === undefined) return undefined
  const mark = address.indexOf('?')
  return mark < 0 ? '' : address.slice(mark)
}

type ReadPage = (request: PreparedRequest) => Promise<{ readonly answer: Response; readonly page: unknown }>

/** The items of all pages; a page is asked for when the one before it is used up. */
export async function* itemsOf(
  readPage: ReadPage,
  first: PreparedRequest,
  member: string,
): AsyncGenerator<unknown> {
  const [path] = first.path.split('?')
  let request: PreparedRequest | undefined = first
  while (request) {
    const { answer, page }: Awaited<ReturnType<ReadPage>> = await readPage(request)
    const next = nextSearch(answer)
    const items = member === '' ? page : (page as Record<string, unknown>)[member]
    yield* items as unknown[]
    request = next === undefined ? undefined : { ...first, path: `${path}${next}` }
  }
}
