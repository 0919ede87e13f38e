/** The page behind an invitation, and the one that shows recovery codes. */
import { type Html, html, type Reply } from '../../http/index.ts'
import { type PageContext, pageReply } from './layout.ts'
import { fault, field, hiddenFields, passkeyForm } from './parts.ts'

export interface InvitationPage {
  readonly formToken: string
  readonly token: string
  /** The person invited; undefined for the first administrator, who chooses an id. */
  readonly person: { readonly personId: string; readonly name: string } | undefined
  readonly typed?: { readonly personId: string; readonly name: string } | undefined
  readonly message?: string | undefined
  readonly status?: number
  readonly cookies: readonly string[]
}

export function invitationPage(context: PageContext, page: InvitationPage): Reply {
  const { text, link } = context
  const { person, typed } = page
  const fields = { form_token: page.formToken, token: page.token }
  const title = person ? text('invitationTitle', { name: person.name }) : text('firstTitle')
  const help = person ? text('invitationHelp', { id: person.personId }) : text('firstHelp')
  const naming = (suffix: string): Html | undefined =>
    person
      ? undefined
      : html`<label for="name${suffix}">${text('yourName')}</label><input id="name${suffix}" name="name" type="text" required maxlength="200" autocomplete="name" value="${typed?.name ?? ''}">
<label for="id${suffix}">${text('userName')}</label><input id="id${suffix}" name="person_id" type="text" required maxlength="100" pattern="[a-z0-9][a-z0-9._@+\\-]*" autocomplete="username" spellcheck="false" autocapitalize="none" aria-describedby="hint${suffix}" value="${typed?.personId ?? ''}"><p class="hint" id="hint${suffix}">${text('userNameHelp')}</p>`
  const before = naming('-passkey')
  const passkey = passkeyForm(context, {
    ceremony: 'create',
    path: '/auth/passkey/invitation',
    label: text('addPasskey'),
    fields,
    ...(before ? { before } : {}),
  })
  const body = html`<div class="card"><h1>${title}</h1><p class="soft">${help}</p>${fault(page.message)}
${passkey}
<p class="or">${text('orPassword')}</p>
<form method="post" action="${link('/auth/invitation')}">${hiddenFields(fields)}${naming('-password')}
${person && html`<input type="hidden" autocomplete="username" value="${person.personId}">`}${field('password', text('newPassword'), 'password', { autocomplete: 'new-password', hint: text('passwordHelp'), isWrong: page.message !== undefined })}
<button type="submit" class="full quiet">${text('setPassword')}</button></form></div>`
  return pageReply(context, { title, body, hasScript: true }, page)
}

export function recoveryCodesPage(
  context: PageContext,
  codes: readonly string[],
  target: string,
  cookies?: readonly string[],
): Reply {
  const { text } = context
  const items = codes.map(code => html`<li>${code}</li>`)
  const body = html`<div class="card"><h1>${text('recoveryCodes')}</h1><p class="soft">${text('recoveryHelp')}</p>
<p class="note warn">${text('recoveryCodesHelp')}</p><ol class="codes">${items}</ol><a class="button full" href="${target}">${text('codesKept')}</a></div>`
  return pageReply(context, { title: text('recoveryCodes'), body }, { cookies })
}
