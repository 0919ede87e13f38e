/** People of tenants in a browser. */
import { formIn, type Page } from '../people/browser.ts'
import type { RunningTenant } from './server.ts'

/** A person who signed in: the cookies of the browser. */
export async function signIn(
  tenant: RunningTenant,
  personId: string,
  name = 'Ana Meyer',
): Promise<{ cookies: string[]; link: string }> {
  const answer = await tenant.call('POST /admin/v1/person', {
    token: await tenant.token(),
    body: JSON.stringify({ person_id: personId, name, roles: ['clinician'] }),
  })
  const { invitation } = (await answer.json()) as { invitation: { link: string } }
  const { link } = invitation
  const cookiesIn = ({ headers }: Response) => headers.getSetCookie().map(each => each.split(';')[0] ?? '')
  const shown = await fetch(link)
  const first = cookiesIn(shown)
  const page: Page = { status: shown.status, url: link, text: await shown.text(), headers: shown.headers }
  const { pathname, origin } = new URL(`${tenant.url}/auth/invitation`)
  const sent = await fetch(`${tenant.url}/auth/invitation`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: first.join('; '),
      Origin: origin,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...formIn(page, pathname), password: 'velvet anchor tumble orchid' }),
  })
  return { cookies: [...first, ...cookiesIn(sent)], link }
}
