/** The page on which somebody who is signed in shows again who they are. */
import { type Html, html, type Reply } from '../../http/index.ts'
import { type PageContext, pageReply } from './layout.ts'
import { fault, field, hiddenFields, passkeyForm } from './parts.ts'

export interface ConfirmPage {
  readonly formToken: string
  readonly target: string
  readonly person: { readonly personId: string; readonly name: string }
  /** The provider that vouches for the person, if it is still there. */
  readonly provider: { readonly name: string; readonly label: string } | undefined
  readonly isLocal: boolean
  /** True if the password can be used here. */
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly message?: string | undefined
  readonly status?: number
  readonly cookies: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

const passwordForm = ({ text, link }: PageContext, page: ConfirmPage): Html => {
  const isWrong = page.message !== undefined
  const fields = { form_token: page.formToken, continue: page.target, way: 'password' }
  return html`<form method="post" action="${link('/auth/confirm')}">${hiddenFields(fields)}
<input type="hidden" autocomplete="username" value="${page.person.personId}">${field('password', text('password'), 'password', { autocomplete: 'current-password', isWrong })}
${page.hasTotp && field('code', text('totpCode'), 'text', { autocomplete: 'one-time-code', hint: text('totpCodeHelp'), isWrong })}
<button type="submit" class="full${page.hasPasskey ? ' quiet' : ''}">${text('confirm')}</button></form>`
}

const recoveryForm = ({ text, link }: PageContext, page: ConfirmPage): Html => {
  const fields = { form_token: page.formToken, continue: page.target, way: 'recovery' }
  return html`<details><summary>${text('useRecoveryCode')}</summary><form method="post" action="${link('/auth/confirm')}">${hiddenFields(fields)}
<label for="recovery-code">${text('recoveryCode')}</label><input id="recovery-code" name="code" type="text" required autocomplete="off" spellcheck="false" autocapitalize="none">
<button type="submit" class="full quiet">${text('confirm')}</button></form></details>`
}

function ways(context: PageContext, page: ConfirmPage): Html {
  const { text, link } = context
  const after = `continue=${encodeURIComponent(page.target)}`
  if (!page.isLocal)
    return page.provider
      ? html`<a class="button full" href="${link(`/auth/provider/${page.provider.name}?again=yes&${after}`)}">${text('confirmAt', { provider: page.provider.label })}</a>`
      : html``
  const passkey =
    page.hasPasskey &&
    passkeyForm(context, {
      ceremony: 'get',
      path: '/auth/passkey/confirm',
      label: text('confirmWithPasskey'),
      fields: { form_token: page.formToken, continue: page.target },
    })
  const or = page.hasPasskey && page.hasPassword && html`<p class="or">${text('orPassword')}</p>`
  return html`${passkey}${or}${page.hasPassword && passwordForm(context, page)}${recoveryForm(context, page)}`
}

export function confirmPage(context: PageContext, page: ConfirmPage): Reply {
  const { text, link } = context
  const other = link(`/auth/sign-in?again=yes&continue=${encodeURIComponent(page.target)}`)
  const body = html`<div class="card"><h1>${text('confirmTitle')}</h1><p class="soft">${text('confirmHelp', { name: page.person.name })}</p>${fault(page.message)}
${ways(context, page)}
<p class="after"><a href="${other}">${text('notYou')}</a></p></div>`
  return pageReply(context, { title: text('confirmTitle'), body, hasScript: page.hasPasskey }, page)
}
