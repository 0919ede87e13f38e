/** Parts that several pages share. */
import { type Html, html } from '../../http/index.ts'
import type { PageContext } from './layout.ts'

/** Hidden fields of a form, by name. */
export const hiddenFields = (fields: Readonly<Record<string, string | undefined>>): Html[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )

export const fault = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="note bad" role="alert">${message}</p>`

export const done = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="note" role="status">${message}</p>`

export interface PasskeyForm {
  /** `get` signs in, `create` adds one. */
  readonly ceremony: 'get' | 'create'
  readonly path: string
  readonly label: string
  readonly fields: Readonly<Record<string, string | undefined>>
  /** Visible fields before the button. */
  readonly before?: Html
}

/** The script shows the button where the browser knows passkeys. */
export const passkeyForm = ({ text, link }: PageContext, form: PasskeyForm): Html =>
  html`<form data-passkey="${form.ceremony}" data-path="${link(form.path)}">${hiddenFields(form.fields)}${form.before}
<p class="note bad" role="alert" data-fault hidden>${text('passkeyFailed')}</p><button type="submit" class="full" hidden>${form.label}</button>
<noscript><p class="soft">${text('passkeysNeedScript')}</p></noscript></form>`

export interface FieldOptions {
  readonly hint?: string
  readonly value?: string | undefined
  readonly autocomplete: string
  readonly isWrong?: boolean
}

export const field = (
  name: string,
  label: string,
  type: 'text' | 'password',
  { hint, value, autocomplete, isWrong }: FieldOptions,
): Html =>
  html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" required autocomplete="${autocomplete}" spellcheck="false" autocapitalize="none"${value !== undefined && html` value="${value}"`}${hint !== undefined && html` aria-describedby="${name}-hint"`}${isWrong && html` aria-invalid="true"`}>${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}`

/** `14 Nov 2026, 09:30`, in the language of the page; UTC, which it says. */
export const timeText = ({ language }: PageContext, time: Date): string =>
  `${time.toLocaleString(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })} UTC`
