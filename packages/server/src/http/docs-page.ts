/** The reader at `/docs`: the OpenAPI description as one plain page, rendered here, loading nothing from outside. */
import type { BoundEndpoint, Mount } from './endpoint.ts'
import type { Schema } from './operation-doc.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? '')
/** Prose of the route table writes code between backticks. */
const prose = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const schemaBlock = (schema: Schema) =>
  `<details><summary>Schema</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`

const rows = (cells: string[][]) =>
  cells.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')

function parameters({ doc }: BoundEndpoint): string {
  if (!doc.parameters) return ''
  const cells = doc.parameters.map(each => [
    `<code>${escapeHtml(each.name)}</code>`,
    each.required ? `${each.in}, required` : each.in,
    prose(each.description),
  ])
  return `<h4>Parameters</h4><table>${rows(cells)}</table>`
}

function requestBody(endpoint: BoundEndpoint): string {
  if (!endpoint.body) return ''
  const types = Object.keys(endpoint.body).map(type => `<code>${escapeHtml(type)}</code>`)
  return `<h4>Body</h4><p>${types.join(' ')}</p>${endpoint.doc.body ? schemaBlock(endpoint.doc.body) : ''}`
}

function responses({ doc }: BoundEndpoint): string {
  const cells = Object.entries(doc.responses).map(([status, each]) => [
    `<b>${status}</b>`,
    `${prose(each.description)}${each.schema ? schemaBlock(each.schema) : ''}`,
  ])
  return `<h4>Answers</h4><table>${rows(cells)}</table>`
}

function operation(endpoint: BoundEndpoint, prefix: string): string {
  const [method = '', path = ''] = endpoint.route.split(' ')
  const { doc, scope } = endpoint
  return `<section id="${escapeHtml(doc.operationId)}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(prefix + path)}</code></h3>
<p><b>${prose(doc.summary)}</b></p>${doc.description ? `<p>${prose(doc.description)}</p>` : ''}
<p class="scope">${scope === 'public' ? 'No token needed' : `Token with <code>${scope}</code>`}</p>
${parameters(endpoint)}${requestBody(endpoint)}${responses(endpoint)}</section>`
}

/** Styles travel in the page; the policy that allows them names their hash, so nothing else can run or load. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:minmax(14rem,19rem) minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.2rem;box-sizing:border-box;border-right:1px solid var(--line)}
nav h1{font-size:1.2rem;margin:0 0 .2rem}nav h2{font-size:.8rem;text-transform:uppercase;letter-spacing:.06em;margin:1.2rem 0 .3rem}
nav a{display:block;color:inherit;text-decoration:none;padding:.12rem 0;font-size:.88rem}nav a:hover,nav a:focus{text-decoration:underline}
main{padding:1.2rem 2rem 4rem;max-width:60rem}section{border-top:1px solid var(--line);padding:1rem 0}
h3{font-size:1rem;margin:.2rem 0;overflow-wrap:anywhere}h4{font-size:.85rem;margin:1rem 0 .2rem}
.method{display:inline-block;min-width:4.2rem;text-align:center;border-radius:4px;color:#fff;font-size:.75rem;padding:.15rem 0;background:#4a5568}
.get{background:#1d6fb8}.post{background:#23804a}.put{background:#9a6700}.delete{background:#b3261e}
.scope{font-size:.85rem;opacity:.8;margin:.2rem 0}table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:.35rem .8rem .35rem 0;vertical-align:top;font-size:.9rem}
td:first-child{white-space:nowrap;width:1%}pre{background:var(--soft);padding:.7rem;overflow:auto;font-size:.8rem;border-radius:4px}
code{font-family:ui-monospace,monospace;font-size:.92em}summary{cursor:pointer;font-size:.85rem}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}td:first-child{white-space:normal;width:auto}td{overflow-wrap:anywhere}}`

export function docsPage(mounts: readonly Mount[]): string {
  const operations = mounts.flatMap(({ prefixes, endpoints }) =>
    endpoints.filter(({ doc }) => !doc.hidden).map(each => ({ endpoint: each, prefix: prefixes[0] ?? '' })),
  )
  const tags = [...new Set(operations.map(({ endpoint }) => endpoint.doc.tag))]
  const of = (tag: string) => operations.filter(({ endpoint }) => endpoint.doc.tag === tag)
  const links = tags.map(
    tag =>
      `<h2>${escapeHtml(tag)}</h2>${of(tag)
        .map(({ endpoint: { doc } }) => `<a href="#${escapeHtml(doc.operationId)}">${prose(doc.summary)}</a>`)
        .join('')}`,
  )
  const sections = tags.map(
    tag =>
      `<h2>${escapeHtml(tag)}</h2>${of(tag)
        .map(each => operation(each.endpoint, each.prefix))
        .join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cairn API</title><style>${DOCS_STYLE}</style></head><body><nav aria-label="Operations"><h1>Cairn API</h1>
<a href="openapi.json">OpenAPI 3.1 description</a>${links.join('')}</nav><main>${sections.join('')}</main></body></html>`
}
