/** The page of the apps that may act for a person. */
import { type PageRoute, redirectTo, whenSignedIn, whenSignedInForm } from '../../people/pages/index.ts'
import { listApps, withdrawApp } from '../grants/app-store.ts'
import type { AuthorizeNeeds } from './needs.ts'
import { appsPage } from './pages/consent-page.ts'

export const appRoutes: readonly PageRoute<AuthorizeNeeds>[] = [
  {
    route: 'GET /auth/apps',
    handle: whenSignedIn(async (needs, { headers }, { person, context }) =>
      appsPage(context, await listApps(needs, person.personId), needs.sessions.formToken(headers)),
    ),
  },
  {
    route: 'POST /auth/apps/withdraw',
    options: { action: 'D' },
    handle: whenSignedInForm(async ({ db, changes }, _request, { person, context }, fields) => {
      await withdrawApp(db, person.personId, fields('client_id') ?? '')
      await changes.announce('revocations')
      return redirectTo(context.link('/auth/apps'))
    }),
  },
]
