/** A page with one message: what happened, and how to go on. */
import { html, type Reply } from '../../http/index.ts'
import { type PageContext, pageReply } from './layout.ts'

export interface MessagePage {
  readonly title: string
  readonly message: string
  readonly status: number
  readonly requestId?: string
  readonly link?: { readonly target: string; readonly label: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

export function messagePage(context: PageContext, page: MessagePage): Reply {
  const { link, requestId } = page
  const body = html`<div class="card"><h1>${page.title}</h1><p>${page.message}</p>
${link && html`<p><a class="button" href="${link.target}">${link.label}</a></p>`}
${requestId !== undefined && html`<p class="soft"><code>${context.text('requestId', { id: requestId })}</code></p>`}</div>`
  return pageReply(context, { title: page.title, body }, page)
}
