/** The page on which an authenticator app is set up. It needs no script. */
import { html, type Reply } from '../../http/index.ts'
import { qrImage } from '../second-factor/qr-code.ts'
import { type PageContext, pageReply } from './layout.ts'
import { fault, field, hiddenFields, passkeyForm } from './parts.ts'

export interface SecondFactorPage {
  readonly formToken: string
  readonly target: string
  /** The secret, sealed, which comes back with the first code. */
  readonly sealed: string
  readonly address: string
  /** The secret for those who cannot read the QR code, in groups of four. */
  readonly secret: string
  /** True if the person can do nothing else before. */
  readonly isNeeded: boolean
  /** True if the person may go on without an authenticator app. */
  readonly canRemove: boolean
  readonly message?: string | undefined
  readonly status?: number
}

export function secondFactorPage(context: PageContext, page: SecondFactorPage): Reply {
  const { text, link } = context
  const fields = { form_token: page.formToken, continue: page.target }
  const passkey =
    page.isNeeded &&
    html`<p class="or">${text('orPasskey')}</p>${passkeyForm(context, {
      ceremony: 'create',
      path: '/auth/passkey/account',
      label: text('addPasskey'),
      fields,
    })}`
  const remove =
    page.canRemove &&
    html`<form method="post" action="${link('/auth/second-factor/remove')}">${hiddenFields({ form_token: page.formToken })}<button type="submit" class="quiet full">${text('removeTotp')}</button></form>`
  const leave = page.isNeeded
    ? html`<form method="post" action="${link('/auth/sign-out')}">${hiddenFields({ form_token: page.formToken })}<button type="submit" class="quiet full">${text('signOut')}</button></form>`
    : html`<p class="after"><a href="${page.target}">${text('back')}</a></p>`
  const body = html`<div class="card"><h1>${text('totpTitle')}</h1><p class="soft">${text(page.isNeeded ? 'totpNeeded' : 'totpHelp')}</p>${fault(page.message)}
<p>${text('totpScan')}</p>${qrImage(page.address, text('totpQr'))}
<p class="soft">${text('totpType')}</p><p class="secret"><code>${page.secret}</code></p>
<form method="post" action="${link('/auth/second-factor')}">${hiddenFields({ ...fields, sealed: page.sealed })}
${field('code', text('totpCode'), 'text', { autocomplete: 'one-time-code', hint: text('totpCodeHelp'), isWrong: page.message !== undefined })}
<button type="submit" class="full">${text('totpFinish')}</button></form>${passkey}${remove}${leave}</div>`
  return pageReply(context, { title: text('totpTitle'), body, hasScript: page.isNeeded }, page)
}
