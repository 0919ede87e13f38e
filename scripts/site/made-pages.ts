/** Pages that are made of others: the first page, and the list of each section. */
import { SECTIONS, type Section } from './contents.ts'
import { escapeHtml } from './escape.ts'
import { type SitePage, sectionAddress } from './layout.ts'

const LEADS: Readonly<Record<Section, string>> = {
  Start: 'From nothing to the first query in five minutes.',
  Tutorials: 'Lessons with a result: an app, templates, queries, tables, research data, a move, sign-in.',
  Guides: 'Steps for those who run a server: proxy, backup, upgrade, monitoring, size, erasure, keys.',
  Reference: 'Every operation, setting, code and construct.',
  Explanations: 'Why it is built as it is, what is promised, and how that is tested.',
}

const made = (address: string, title: string, lead: string, html: string): SitePage => ({
  section: undefined,
  address,
  title,
  lead,
  html,
  headings: [],
  passages: [],
  assets: [],
})

const shortLead = (lead: string): string => {
  const sentence = /^.*?[.:](?=\s|$)/.exec(lead)?.[0] ?? lead
  return sentence.replace(/:$/, '.')
}

/** Addresses of operations on the first page, from the time when it had them all: `docs#ehr_create`. */
function movedOperations(pages: readonly SitePage[]): string {
  return pages
    .filter(({ group }) => group === 'Operations')
    .flatMap(({ address, headings }) =>
      headings
        .filter(({ id }) => /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id))
        .map(
          ({ id, text }) =>
            `<p class="moved" id="${id}">${escapeHtml(text)}: <a href="${address}.html#${id}">on its own page</a></p>`,
        ),
    )
    .join('\n')
}

export function firstPage(pages: readonly SitePage[]): SitePage {
  const cards = SECTIONS.map(section => {
    const links = pages
      .filter(page => page.section === section && page.group === undefined)
      .map(({ address, title }) => `<li><a href="${address}.html">${escapeHtml(title)}</a></li>`)
    return `<li><h2><a href="${sectionAddress(section)}.html">${section}</a></h2><p>${LEADS[section]}</p><ul>${links.join('')}</ul></li>`
  })
  const lead =
    'Cairn stores clinical records by the openEHR standards: versioned, signed, validated against templates, and queried with AQL. These pages teach it, explain it, and list every detail.'
  return made(
    'index',
    'Cairn documentation',
    lead,
    `<h1>Cairn documentation</h1>${movedOperations(pages)}<p class="lead">${lead}</p><ul class="cards sorted">${cards.join('')}</ul>
<p>One text for programs that read documentation: <a href="llms.txt">llms.txt</a>. What is tested: <a href="conformance.html">the conformance statement</a>.</p>`,
  )
}

export function sectionPage(section: Section, pages: readonly SitePage[]): SitePage {
  const listed = pages.filter(page => page.section === section)
  const groups = [...new Set(listed.map(page => page.group))]
  const lists = groups.map(group => {
    const cards = listed
      .filter(page => page.group === group)
      .map(
        ({ address, title, lead }) =>
          `<li><h3><a href="${address}.html">${escapeHtml(title)}</a></h3><p>${escapeHtml(shortLead(lead))}</p></li>`,
      )
    const heading = group === undefined ? '' : `<h2>${escapeHtml(group)}</h2>`
    return `${heading}<ul class="cards">${cards.join('')}</ul>`
  })
  return made(
    sectionAddress(section),
    section,
    LEADS[section],
    `<h1>${section}</h1><p class="lead">${LEADS[section]}</p>${lists.join('')}`,
  )
}

/** The pages as a list for programs (llmstxt.org): each as Markdown, with its first sentence. */
export function llmsText(pages: readonly SitePage[]): string {
  const parts = SECTIONS.map(section => {
    const lines = pages
      .filter(page => page.section === section && page.file?.endsWith('.md') && page.group !== 'Decisions')
      .map(({ address, title, lead }) => `- [${title}](${address}.md): ${shortLead(lead)}`)
    return `## ${section}\n\n${lines.join('\n')}`
  })
  return `# Cairn

> An openEHR clinical data service on PostgreSQL: versioned records, templates and validation, AQL, datamaps, and an OAuth 2.0 authorization server.

${parts.join('\n\n')}
`
}
