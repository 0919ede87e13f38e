/** The page on which a person agrees that an app acts for them, and the one on which that is withdrawn. */

import { type Permission, parseDataScope } from '../../../access/scopes/index.ts'
import { html, type Reply } from '../../../http/index.ts'
import type { Person } from '../../../people/index.ts'
import {
  hiddenFields,
  type PageContext,
  pageReply,
  type TextKey,
  timeText,
} from '../../../people/pages/index.ts'
import type { Client, ClientScope } from '../../clients/client.ts'
import type { AppOfPerson } from '../../grants/app-store.ts'

const SCOPE_TEXTS: Readonly<Partial<Record<ClientScope, TextKey>>> = {
  openid: 'scopeOpenid',
  profile: 'scopeProfile',
  email: 'scopeEmail',
  fhirUser: 'scopeFhirUser',
  offline_access: 'scopeOffline',
  online_access: 'scopeOnline',
  launch: 'scopeLaunch',
  'launch/patient': 'scopeLaunch',
  'launch/episode': 'scopeLaunch',
  'api.read': 'scopeRead',
  'api.write': 'scopeWrite',
  'api.lenient': 'scopeLenient',
  'api.break_glass': 'scopeBreakGlass',
  'api.admin': 'scopeAdmin',
}

/** Names of templates and queries say nothing to most people: whose records, and whether they are changed, does. */
function dataScopeText(scope: string): TextKey | undefined {
  const { compartment, permissions } = parseDataScope(scope) ?? {}
  if (permissions === undefined) return undefined
  const isWriting = ['c', 'u', 'd'].some(each => permissions.has(each as Permission))
  if (compartment === 'patient') return isWriting ? 'scopePatientWrite' : 'scopePatientRead'
  return isWriting ? 'scopeWrite' : 'scopeRead'
}

const scopeTexts = ({ text }: PageContext, scopes: readonly string[]): readonly string[] => [
  ...new Set(
    scopes.map(scope => {
      const key = SCOPE_TEXTS[scope as ClientScope] ?? dataScopeText(scope)
      return key === undefined ? scope : text(key)
    }),
  ),
]

const CHECK = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4 10.5 4 4 8-9"/></svg>`

/** An origin, or the scheme of an app, that a form may lead to in the end. */
export function formTargetOf(redirectUri: string): string {
  const url = new URL(redirectUri)
  return url.origin === 'null' ? url.protocol : url.origin
}

export interface ConsentPage {
  readonly client: Client
  readonly person: Person
  readonly scopes: readonly string[]
  readonly id: string
  readonly formToken: string
  readonly redirectUri: string
  readonly formTarget: string
}

export function consentPage(context: PageContext, page: ConsentPage): Reply {
  const { text, link } = context
  const title = text('consentTitle', { client: page.client.name })
  const items = scopeTexts(context, page.scopes).map(each => html`<li>${CHECK}<span>${each}</span></li>`)
  const body = html`<div class="card"><h1>${title}</h1><p class="soft">${text('signedInAs', { name: page.person.name })}</p>
<ul class="scopes">${items}</ul><p class="soft">${text('consentHelp')}</p>
<form method="post" action="${link('/oauth/authorize/decision')}">${hiddenFields({ form_token: page.formToken, request: page.id })}
<div class="buttons"><button type="submit" name="decision" value="deny" class="quiet">${text('deny')}</button><button type="submit" name="decision" value="allow">${text('allow')}</button></div></form>
<p class="after soft">${text('goesTo', { address: page.formTarget })}</p></div>`
  return pageReply(context, { title, body }, { formTargets: [page.formTarget] })
}

export function appsPage(context: PageContext, apps: readonly AppOfPerson[], formToken: string): Reply {
  const { text, link } = context
  const rows = apps.map(
    ({ clientId, name, scopes, givenAt }) =>
      html`<li><span class="what">${name}<br><span class="soft">${scopeTexts(context, scopes).join(' · ')}<br>${timeText(context, givenAt)}</span></span>
<form method="post" action="${link('/auth/apps/withdraw')}">${hiddenFields({ form_token: formToken, client_id: clientId })}<button type="submit" class="quiet small">${text('withdraw')}</button></form></li>`,
  )
  const list =
    rows.length === 0 ? html`<p class="soft">${text('noApps')}</p>` : html`<ul class="rows">${rows}</ul>`
  const body = html`<section class="card"><h1>${text('apps')}</h1>${list}<p><a href="${link('/auth/account')}">${text('back')}</a></p></section>`
  return pageReply(context, { title: text('apps'), body, isWide: true })
}
