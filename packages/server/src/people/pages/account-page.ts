/** The page of one's own account: passkeys, password, recovery codes, sessions. */
import { type Html, html, type Reply } from '../../http/index.ts'
import { type PageContext, pageReply } from './layout.ts'
import { done, fault, field, hiddenFields, passkeyForm, timeText } from './parts.ts'

export interface AccountPage {
  readonly formToken: string
  readonly person: { readonly personId: string; readonly name: string; readonly roles: readonly string[] }
  /** A person whom a provider vouches for signs in there, and has no credentials here. */
  readonly isLocal: boolean
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: readonly {
    readonly credentialId: string
    readonly name: string
    readonly usedAt: Date | undefined
  }[]
  readonly codesLeft: number
  readonly sessions: readonly {
    readonly sessionId: string
    readonly device: string
    readonly address: string
    readonly usedAt: Date
    readonly isThis: boolean
  }[]
  readonly message?: string | undefined
  readonly faultMessage?: string | undefined
  readonly status?: number
}

const passkeyList = (context: PageContext, { passkeys, formToken }: AccountPage): Html => {
  const { text, link } = context
  if (passkeys.length === 0) return html`<p class="soft">${text('noPasskeys')}</p>`
  const rows = passkeys.map(
    ({ credentialId, name, usedAt }) =>
      html`<li><span class="what">${name}<br><span class="soft">${usedAt ? text('lastUsed', { time: timeText(context, usedAt) }) : text('neverUsed')}</span></span>
<form method="post" action="${link('/auth/account/passkey/remove')}">${hiddenFields({ form_token: formToken, credential_id: credentialId })}<button type="submit" class="quiet small">${text('remove')}</button></form></li>`,
  )
  return html`<ul class="rows">${rows}</ul>`
}

function authenticator({ text, link }: PageContext, { hasTotp, formToken }: AccountPage): Html {
  const target = link(`/auth/second-factor?continue=${encodeURIComponent(link('/auth/account'))}`)
  const setUp = html`<a class="button quiet" href="${target}">${text(hasTotp ? 'totpReplace' : 'totpSetUp')}</a>`
  const remove = html`<form method="post" action="${link('/auth/second-factor/remove')}">${hiddenFields({ form_token: formToken })}<button type="submit" class="quiet full">${text('remove')}</button></form>`
  return html`<section class="card"><h2>${text('totp')}</h2><p class="soft">${text(hasTotp ? 'totpIsSet' : 'totpHelp')}</p>
<div class="buttons">${setUp}${hasTotp && remove}</div></section>`
}

function credentials(context: PageContext, page: AccountPage): Html {
  const { text, link } = context
  const { formToken, hasPassword } = page
  const before = html`<label for="passkey-name">${text('passkeyName')}</label><input id="passkey-name" name="name" type="text" maxlength="100" autocomplete="off">`
  const current =
    hasPassword && field('current', text('currentPassword'), 'password', { autocomplete: 'current-password' })
  return html`<section class="card"><h2>${text('passkeys')}</h2><p class="soft">${text('passkeysHelp')}</p>${passkeyList(context, page)}
${passkeyForm(context, { ceremony: 'create', path: '/auth/passkey/account', label: text('addPasskey'), fields: { form_token: formToken }, before })}</section>
<section class="card"><h2>${text(hasPassword ? 'changePassword' : 'setPassword')}</h2>
<form method="post" action="${link('/auth/account/password')}">${hiddenFields({ form_token: formToken })}${current}
${field('password', text('newPassword'), 'password', { autocomplete: 'new-password', hint: text('passwordHelp') })}
<button type="submit" class="quiet">${text(hasPassword ? 'changePassword' : 'setPassword')}</button></form></section>
${(hasPassword || page.hasTotp) && authenticator(context, page)}
<section class="card"><h2>${text('recoveryCodes')}</h2><p class="soft">${text('codesLeft', { count: page.codesLeft })}</p>
<form method="post" action="${link('/auth/account/recovery-codes')}">${hiddenFields({ form_token: formToken })}<button type="submit" class="quiet">${text('newRecoveryCodes')}</button></form></section>`
}

function sessions(context: PageContext, page: AccountPage): Html {
  const { text, link } = context
  const rows = page.sessions.map(
    ({ sessionId, device, address, usedAt, isThis }) =>
      html`<li><span class="what">${device} ${isThis && html`<span class="tag">${text('thisDevice')}</span>`}<br><span class="soft">${address} · ${text('lastUsed', { time: timeText(context, usedAt) })}</span></span>
${!isThis && html`<form method="post" action="${link('/auth/account/session/end')}">${hiddenFields({ form_token: page.formToken, session_id: sessionId })}<button type="submit" class="quiet small">${text('endSession')}</button></form>`}</li>`,
  )
  const others =
    page.sessions.length > 1 &&
    html`<form method="post" action="${link('/auth/account/session/end-others')}">${hiddenFields({ form_token: page.formToken })}<button type="submit" class="quiet">${text('endOtherSessions')}</button></form>`
  return html`<section class="card"><h2>${text('sessions')}</h2><ul class="rows">${rows}</ul>${others}</section>`
}

export function accountPage(context: PageContext, page: AccountPage): Reply {
  const { text, link } = context
  const { person, formToken } = page
  const roles = person.roles.map(role => html`<span class="tag">${role}</span> `)
  const body = html`${done(page.message)}${fault(page.faultMessage)}
<section class="card"><h1>${person.name}</h1><p class="soft"><span class="id">${person.personId}</span> ${roles}</p>
<div class="buttons"><a class="button quiet" href="${link('/auth/apps')}">${text('apps')}</a>
<form method="post" action="${link('/auth/sign-out')}">${hiddenFields({ form_token: formToken })}<button type="submit" class="quiet full">${text('signOut')}</button></form></div></section>
${page.isLocal && credentials(context, page)}${sessions(context, page)}`
  return pageReply(context, { title: text('account'), body, isWide: true, hasScript: true }, page)
}
