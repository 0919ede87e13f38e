/** The frame of every page, and the answer that carries it: nothing on a page runs or loads but what is served here. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Html, html, type Reply } from '../../http/index.ts'
import { cookieIn } from '../../http/request/index.ts'
import { STYLE } from './style.ts'
import { isLanguage, LANGUAGES, type Language, languageOf, type Texts, textsIn } from './texts.ts'

/** Facts that every page needs. */
export interface PageContext {
  readonly language: Language
  readonly text: Texts
  /** Makes an address of a path of the authorization server, which may be served below a path. */
  readonly link: (path: string) => string
  /** The page itself, for the links to its other languages; undefined where it cannot be asked for again. */
  readonly self: string | undefined
}

export const LANGUAGE_COOKIE = 'cairn-language'

export type ContextOf = (headers: IncomingHttpHeaders, self?: string) => PageContext

export function pageContexts(authUrl: string): ContextOf {
  const base = new URL(authUrl).pathname.replace(/\/$/, '')
  return (headers, self) => {
    const chosen = cookieIn(headers, LANGUAGE_COOKIE)
    const language = isLanguage(chosen) ? chosen : languageOf(headers['accept-language'])
    return { language, text: textsIn(language), link: path => `${base}${path}`, self }
  }
}

/** Three stacked stones. */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><ellipse class="s3" cx="16" cy="25.2" rx="12.5" ry="4.6"/><ellipse class="s2" cx="15.4" cy="16.4" rx="9" ry="3.9"/><ellipse class="s1" cx="16.4" cy="8.6" rx="6" ry="3.4"/></svg>`

/** The same as a file, in colours that do on light and dark. */
export const MARK_FILE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><ellipse cx="16" cy="25.2" rx="12.5" ry="4.6" fill="#4d6b6b"/><ellipse cx="15.4" cy="16.4" rx="9" ry="3.9" fill="#6f8c8b"/><ellipse cx="16.4" cy="8.6" rx="6" ry="3.4" fill="#9ab0ae"/></svg>`

const STYLE_VERSION = createHash('sha256').update(STYLE).digest('base64url').slice(0, 12)

export interface PageParts {
  readonly title: string
  readonly body: Html
  readonly isWide?: boolean
  /** For the page that only leads on: where it leads. */
  readonly goesTo?: string
  readonly hasScript?: boolean
}

function languageLinks({ language, link, self }: PageContext, label: string): Html | undefined {
  if (self === undefined) return undefined
  const links = Object.entries(LANGUAGES).map(([code, name]) => {
    const target = link(`/auth/language/${code}?continue=${encodeURIComponent(self)}`)
    return html`<li><a href="${target}" lang="${code}" hreflang="${code}"${code === language && html` aria-current="true"`}>${name}</a></li>`
  })
  return html`<nav aria-label="${label}"><ul>${links}</ul></nav>`
}

function printPage(context: PageContext, { title, body, isWide, goesTo, hasScript }: PageParts): string {
  const { language, text, link } = context
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Cairn</title><meta name="robots" content="noindex">${goesTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${goesTo}">`}
<link rel="icon" type="image/svg+xml" href="${link('/auth/mark.svg')}"><link rel="stylesheet" href="${link(`/auth/style.css?v=${STYLE_VERSION}`)}">${hasScript && html`<script src="${link('/auth/passkey.js')}" defer></script>`}</head>
<body><header><span class="brand">${MARK}Cairn</span></header><main${isWide && html` class="wide"`}>${body}</main>
<footer>${languageLinks(context, text('language'))}</footer></body></html>`.text
}

/** `formTargets`: origins that a form may lead to in the end, since browsers check the whole way (CSP 3, section 6.4.2). */
const policyFor = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const pageReply = (
  context: PageContext,
  parts: PageParts,
  {
    status = 200,
    cookies,
    formTargets = [],
    headers = {},
  }: {
    readonly status?: number
    readonly cookies?: readonly string[] | undefined
    readonly formTargets?: readonly string[]
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Reply => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyFor(formTargets),
    // With `no-referrer` browsers would send forms without their origin, which is checked.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    ...headers,
  },
  ...(cookies ? { cookies } : {}),
  body: printPage(context, parts),
})

/** Leads on by a navigation of our own page: cookies with `SameSite=Strict` are sent then, whoever led here. */
export const leadOn = (context: PageContext, target: string, cookies?: readonly string[]): Reply =>
  pageReply(
    context,
    {
      title: context.text('oneMoment'),
      goesTo: target,
      body: html`<div class="card"><h1>${context.text('oneMoment')}</h1><p><a class="button" href="${target}">${context.text('continue')}</a></p></div>`,
    },
    { cookies },
  )

/** The name of the header is in lower case, so that a path stays relative: people may call us by another address than the settings have. */
export const redirectTo = (target: string, cookies?: readonly string[]): Reply => ({
  status: 303,
  headers: { location: target },
  ...(cookies ? { cookies } : {}),
})
