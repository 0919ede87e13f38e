/** An app that has the same id at several tenants, and the codes and tokens that each gives it. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { formIn, type Page } from '../people/browser.ts'
import type { RunningTenant } from './server.ts'

const APP = { client_id: 'ward-app', redirect_uri: 'https://app.example.org/signed-in' }

export async function addApp({ call, token }: RunningTenant): Promise<void> {
  const answer = await call('POST /admin/v1/client', {
    token: await token(),
    body: JSON.stringify({
      client_id: APP.client_id,
      name: 'Ward app',
      kind: 'public',
      scopes: ['openid', 'offline_access', 'launch', 'api.read'],
      redirect_uris: [APP.redirect_uri],
    }),
  })
  assert.equal(answer.status, 201, await answer.text())
}

interface Code {
  readonly code: string
  readonly code_verifier: string
}

/** The address that an answer leads on to, by its header or by the page itself. */
function nextOf({ headers, text, url }: Page): URL | undefined {
  const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(text)?.[1]
  const next = headers.get('location') ?? refresh?.replaceAll('&amp;', '&')
  return next === undefined ? undefined : new URL(next, url)
}

/** The code that the person with these cookies gives the app; for a launch, with the record that it names. */
export async function codeOf(
  { url }: RunningTenant,
  cookies: readonly string[],
  launch?: string,
): Promise<Code> {
  const jar = new Map(cookies.map(each => each.split(/=(.*)/s) as [string, string]))
  const code_verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    ...APP,
    response_type: 'code',
    scope: `openid offline_access api.read${launch === undefined ? '' : ' launch'}`,
    ...(launch === undefined ? {} : { launch }),
    state: 'xyz',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const send = async (address: string, body?: URLSearchParams): Promise<Page> => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: {
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: new URL(url).origin,
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    for (const line of answer.headers.getSetCookie())
      jar.set(...((line.split(';')[0] ?? '').split(/=(.*)/s) as [string, string]))
    return { status: answer.status, url: address, text: await answer.text(), headers: answer.headers }
  }
  const decision = `${url}/oauth/authorize/decision`
  let page = await send(`${url}/oauth/authorize?${asked}`)
  for (let hops = 0; hops < 10; hops++) {
    const next = nextOf(page)
    const code = next?.searchParams.get('code')
    if (next?.href.startsWith(APP.redirect_uri)) {
      if (code) return { code, code_verifier }
      throw new Error(`no code: ${next.search}`)
    }
    page = next
      ? await send(next.href)
      : await send(
          decision,
          new URLSearchParams({ ...formIn(page, new URL(decision).pathname), decision: 'allow' }),
        )
  }
  throw new Error(`no code: ${page.status} ${page.text}`)
}

const ask = (at: RunningTenant, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${at.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: APP.client_id, ...form }),
  })

export const redeemAt = (at: RunningTenant, code: Code): Promise<Response> =>
  ask(at, { grant_type: 'authorization_code', redirect_uri: APP.redirect_uri, ...code })

export const refreshAt = (at: RunningTenant, token: string): Promise<Response> =>
  ask(at, { grant_type: 'refresh_token', refresh_token: token })
