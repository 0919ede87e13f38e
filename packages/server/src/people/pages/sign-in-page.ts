/** The page to sign in on: passkey first, providers, password as a fallback. */
import { html, type Reply } from '../../http/index.ts'
import { type PageContext, pageReply } from './layout.ts'
import { fault, field, hiddenFields, passkeyForm } from './parts.ts'

export interface SignInPage {
  readonly formToken: string
  readonly target: string
  readonly providers: readonly { readonly name: string; readonly label: string }[]
  readonly userName?: string | undefined
  readonly message?: string | undefined
  readonly status?: number
  readonly cookies: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export function signInPage(context: PageContext, page: SignInPage): Reply {
  const { text, link } = context
  const fields = { form_token: page.formToken, continue: page.target }
  const after = `?continue=${encodeURIComponent(page.target)}`
  const providers = page.providers.map(
    ({ name, label }) =>
      html`<a class="button full quiet" href="${link(`/auth/provider/${name}${after}`)}">${text('signInWith', { provider: label })}</a>`,
  )
  const passkey = {
    ceremony: 'get',
    path: '/auth/passkey/sign-in',
    label: text('signInWithPasskey'),
    fields,
  } as const
  const isWrong = page.message !== undefined
  const body = html`<div class="card"><h1>${text('signIn')}</h1>${fault(page.message)}
${passkeyForm(context, passkey)}${providers}
<p class="or">${text('orPassword')}</p>
<form method="post" action="${link('/auth/sign-in')}">${hiddenFields(fields)}
${field('person_id', text('userName'), 'text', { autocomplete: 'username webauthn', value: page.userName, isWrong })}
${field('password', text('password'), 'password', { autocomplete: 'current-password', isWrong })}
<button type="submit" class="full quiet">${text('signIn')}</button></form>
<p class="after"><a href="${link(`/auth/recovery${after}`)}">${text('useRecoveryCode')}</a></p></div>`
  return pageReply(context, { title: text('signIn'), body, hasScript: true }, page)
}

export interface RecoveryPage {
  readonly formToken: string
  readonly target: string
  readonly userName?: string | undefined
  readonly message?: string | undefined
  readonly status?: number
  readonly cookies: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export function recoveryPage(context: PageContext, page: RecoveryPage): Reply {
  const { text, link } = context
  const isWrong = page.message !== undefined
  const body = html`<div class="card"><h1>${text('recoveryTitle')}</h1><p class="soft">${text('recoveryHelp')}</p>${fault(page.message)}
<form method="post" action="${link('/auth/recovery')}">${hiddenFields({ form_token: page.formToken, continue: page.target })}
${field('person_id', text('userName'), 'text', { autocomplete: 'username', value: page.userName, isWrong })}
${field('code', text('recoveryCode'), 'text', { autocomplete: 'off', isWrong })}
<button type="submit" class="full">${text('signIn')}</button></form>
<p class="after"><a href="${link(`/auth/sign-in?continue=${encodeURIComponent(page.target)}`)}">${text('back')}</a></p></div>`
  return pageReply(context, { title: text('recoveryTitle'), body }, page)
}

export interface CodePage {
  readonly formToken: string
  readonly step: string
  readonly target: string
  readonly message?: string | undefined
  readonly status?: number
  readonly cookies: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** The second step of signing in with a password. */
export function codePage(context: PageContext, page: CodePage): Reply {
  const { text, link } = context
  const after = `?continue=${encodeURIComponent(page.target)}`
  const isWrong = page.message !== undefined
  const body = html`<div class="card"><h1>${text('totpAsk')}</h1>${fault(page.message)}
<form method="post" action="${link('/auth/sign-in/code')}">${hiddenFields({ form_token: page.formToken, step: page.step })}
${field('code', text('totpCode'), 'text', { autocomplete: 'one-time-code', hint: text('totpCodeHelp'), isWrong })}
<button type="submit" class="full">${text('signIn')}</button></form>
<p class="after"><a href="${link(`/auth/recovery${after}`)}">${text('useRecoveryCode')}</a></p></div>`
  return pageReply(context, { title: text('totpAsk'), body }, page)
}
