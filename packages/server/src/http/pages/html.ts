/** HTML as a value: whatever is put into a page is escaped, unless it is HTML already. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = Html | string | number | undefined | false | readonly (Html | undefined | false)[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? '')

const printed = (part: HtmlPart): string => {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(printed).join('')
  return escapeHtml(String(part))
}

/** html`<p>${name}</p>` */
export const html = (pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(pieces.map((piece, at) => piece + printed(parts[at])).join(''))
