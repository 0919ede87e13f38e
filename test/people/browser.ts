/**
 * A browser without a window: it keeps cookies, follows redirects and pages that lead on, and sends the forms of pages.
 *
 *   const browser = newBrowser(server)
 *   await browser.open('/auth/sign-in')
 *   const page = await browser.submit('/auth/sign-in', { person_id: 'ana', password: '…' })
 */
import assert from 'node:assert/strict'
import type { RunningServer } from '../server.ts'

export interface Page {
  readonly status: number
  readonly url: string
  readonly text: string
  readonly headers: Headers
}

interface Sent {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const withoutEntities = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : withoutEntities(found)
}

/** The fields of the first form with this action that has the given values. */
export function formIn(
  page: Page,
  action: string,
  having: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const forms = [...page.text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(
      ([, head = '']) =>
        new URL(attribute(head, 'action') ?? attribute(head, 'data-path') ?? '', page.url).pathname ===
        action,
    )
    .map(([, , content = '']) =>
      Object.fromEntries(
        [...content.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
          const name = attribute(tag, 'name')
          return name === undefined ? [] : [[name, attribute(tag, 'value') ?? ''] as const]
        }),
      ),
    )
  const form = forms.find(fields => Object.entries(having).every(([name, value]) => fields[name] === value))
  assert.ok(form, `no form for ${action} in ${page.text.slice(0, 3000)}`)
  return form
}

/** Addresses outside the server are not fetched: they are where an app would be. */
export function newBrowser(server: RunningServer, language = 'en') {
  const origin = server.url.replace('127.0.0.1', 'localhost')
  const cookies = new Map<string, string>()
  let current: Page = { status: 0, url: origin, text: '', headers: new Headers() }

  const fetchOnce = async (url: string, { method = 'GET', body, headers = {} }: Sent): Promise<Page> => {
    // A tenant is known by one host name.
    const address = server.url === origin ? url : url.replace('//localhost', '//127.0.0.1')
    const answer = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        'Accept-Language': language,
        ...(cookies.size > 0
          ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(method === 'GET' ? {} : { Origin: origin }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/Max-Age=0/.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return { status: answer.status, url, text: await answer.text(), headers: answer.headers }
  }

  const nextOf = (page: Page): string | undefined => {
    const location = page.headers.get('location')
    if (page.status >= 300 && page.status < 400 && location !== null) return new URL(location, page.url).href
    const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(page.text)?.[1]
    return refresh === undefined ? undefined : new URL(withoutEntities(refresh), page.url).href
  }

  const go = async (url: string, sent: Sent = {}): Promise<Page> => {
    let page = await fetchOnce(url, sent)
    for (let hops = 0; hops < 10; hops++) {
      const next = nextOf(page)
      if (next === undefined) break
      if (!next.startsWith(`${origin}/`)) {
        page = { ...page, url: next }
        break
      }
      page = await fetchOnce(next, {})
    }
    current = page
    return page
  }

  return {
    origin,
    cookies,
    page: () => current,
    open: (path: string) => go(new URL(path, origin).href),
    /** Fills in the form of the page for this action, and sends it. */
    submit: (
      action: string,
      fields: Readonly<Record<string, string>> = {},
      having: Readonly<Record<string, string>> = {},
    ) =>
      go(new URL(action, origin).href, {
        method: 'POST',
        body: new URLSearchParams({ ...formIn(current, action, having), ...fields }).toString(),
      }),
    /** Sends without looking at the page or following anything. */
    send: (path: string, sent: Sent) => fetchOnce(new URL(path, origin).href, sent),
  }
}

export type TestBrowser = ReturnType<typeof newBrowser>
