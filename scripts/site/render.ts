/** Markdown as HTML: headings with the ids that GitHub gives them, links to pages of the site, code with its parts marked. */
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { readSource } from './contents.ts'
import { escapeHtml } from './escape.ts'
import { type Term, termLinker } from './glossary.ts'
import { highlight } from './highlight.ts'

interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

/** The text below one heading, for the search. */
interface Passage {
  readonly id: string
  readonly heading: string
  readonly text: string
}

export interface RenderedPage {
  readonly title: string
  /** The first paragraph, as plain text. */
  readonly lead: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly passages: readonly Passage[]
  /** Files of the repository that the page shows or offers. */
  readonly assets: readonly string[]
}

/** Files that are copied beside the pages. */
const ASSET = /^docs\/.*\.(svg|png|opt|json)$|^deploy\//

/** The address of a copied file from the root of the site. */
export const assetAddress = (file: string): string => `files/${file.replace(/^docs\//, '')}`
const SERVER = /^https?:\/\/localhost/

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

function slugger(): (text: string) => string {
  const used = new Map<string, number>()
  return text => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const times = used.get(slug) ?? 0
    used.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  }
}

export interface Targets {
  /** The address of the page that is made from a file; undefined where there is none. */
  readonly addressOf: (file: string) => string | undefined
  /** Words that are linked to the glossary where a page uses them for the first time. */
  readonly terms: readonly Term[]
}

/** The link from one page of the site to another address of it. */
export const relativeLink = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to)

interface Place {
  readonly address: string
  readonly file: string
}

/** The target of a link; undefined for a file that the site does not have. */
function linkTarget(href: string, { address, file }: Place, { addressOf }: Targets): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return SERVER.test(href) ? undefined : href
  const [path = '', fragment] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  const page = addressOf(target)
  if (page !== undefined)
    return `${relativeLink(address, `${page}.html`)}${fragment === undefined ? '' : `#${fragment}`}`
  return ASSET.test(target) ? relativeLink(address, assetAddress(target)) : undefined
}

/** A drawing becomes a part of the page, so that it has the colours of the page. */
const isDrawing = (file: string): boolean => /^docs\/(explanations|openehr)\/.*\.svg$/.test(file)

function drawing(file: string, about: string): string {
  const svg = readSource(file).replace(/^<\?xml[^>]*>\s*/, '')
  return `<figure tabindex="0">${svg}<figcaption>${escapeHtml(about)}</figcaption></figure>`
}

/** The page whose items have addresses and are found by the search. */
const ERRORS = 'docs/reference/errors.md'

/** The second word of a query says how it is run. */
const EXECUTORS: Readonly<Record<string, string>> = { sql: 'run in SQL', documents: 'run over documents' }

function codeBlock({ text, lang = '' }: Tokens.Code): string {
  const [language = '', ...rest] = lang.split(' ')
  const name = rest.find(word => word.startsWith('file='))?.slice('file='.length)
  const label = name ?? (language === 'aql' ? EXECUTORS[rest[0] ?? ''] : undefined)
  const title = label === undefined ? '' : `<div class="file">${escapeHtml(label)}</div>`
  const kind = language === '' ? ' class="answer"' : ` data-language="${escapeHtml(language)}"`
  return `<div class="code">${title}<pre${kind} tabindex="0"><code>${highlight(text, language)}</code></pre></div>\n`
}

export function renderPage(markdown: string, place: Place, targets: Targets): RenderedPage {
  const headings: Heading[] = []
  const passages: { id: string; heading: string; text: string }[] = []
  /** Codes of errors, each found by itself. */
  const items: Passage[] = []
  const assets = new Set<string>()
  const slug = slugger()
  let givenId: string | undefined
  const linkTerms = termLinker(targets.terms, place.address)
  /** Terms are linked in paragraphs and lists; not in headings, tables and other links. */
  let isProse = true
  const notProse = (print: () => string): string => {
    const before = isProse
    isProse = false
    const html = print()
    isProse = before
    return html
  }
  const resolved = (href: string): string => posix.normalize(posix.join(posix.dirname(place.file), href))
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = notProse(() => this.parser.parseInline(tokens))
        const text = plain(inner)
        const id = givenId ?? slug(text)
        givenId = undefined
        if (depth > 1) headings.push({ depth, id, text })
        if (depth <= 3) passages.push({ id: depth === 1 ? '' : id, heading: text, text: '' })
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this heading">#</a></h${depth}>\n`
      },
      code: codeBlock,
      text(token) {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
        const html = 'escaped' in token && token.escaped ? token.text : escapeHtml(token.text)
        return isProse ? linkTerms(html) : html
      },
      link({ href, tokens }) {
        const inner = notProse(() => this.parser.parseInline(tokens))
        const target = linkTarget(href, place, targets)
        if (target === undefined) return inner.startsWith('<code>') ? inner : `<code>${inner}</code>`
        if (target.includes('files/')) assets.add(resolved(href))
        const outside = /^https?:/.test(target) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(target)}"${outside}>${inner}</a>`
      },
      image({ href, text }) {
        const file = resolved(href)
        if (isDrawing(file)) return drawing(file, text)
        assets.add(file)
        const source = relativeLink(place.address, assetAddress(file))
        return `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map(cell => `<${tag}>${notProse(() => this.parser.parseInline(cell.tokens))}</${tag}>`).join('')
        const isHeadEmpty = token.header.every(cell => cell.text.trim() === '')
        const head = isHeadEmpty ? '' : `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        const body = token.rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
      listitem(token) {
        const inner = this.parser.parse(token.tokens)
        const [, code, status, when = ''] =
          (place.file === ERRORS && /^`([a-z_.]+)` \((\d{3})\): ([\s\S]*)$/.exec(token.text)) || []
        if (code === undefined) return `<li>${inner}</li>\n`
        items.push({ id: code, heading: `${code} (${status})`, text: when })
        return `<li id="${code}">${inner}</li>\n`
      },
      // A page has no HTML of its own, but comments: `<!-- id: x -->` is the id of the heading that follows.
      html: ({ text }) => {
        givenId = /^<!-- id: ([\w.-]+) -->/.exec(text)?.[1] ?? givenId
        return text.startsWith('<!--') ? '' : escapeHtml(text)
      },
    },
  })
  const tokens = marked.lexer(markdown)
  const parts: string[] = []
  for (const token of tokens) {
    const html = marked.parser([token])
    parts.push(html)
    const passage = passages.at(-1)
    if (passage && token.type !== 'heading') passage.text += ` ${plain(html)}`
  }
  const first = tokens.find(token => token.type === 'paragraph')
  return {
    title: passages[0]?.heading ?? place.address,
    lead:
      first === undefined
        ? ''
        : plain(marked.parser([first]))
            .replaceAll(/\s+/g, ' ')
            .trim(),
    html: parts.join(''),
    headings,
    passages: [...passages, ...items],
    assets: [...assets],
  }
}
