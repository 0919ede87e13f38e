/** The frame of every page: bar with the sections, list of pages, contents of the page, and the way on. */
import { SECTIONS, type Section } from './contents.ts'
import { escapeHtml } from './escape.ts'
import { type RenderedPage, relativeLink } from './render.ts'

export interface SitePage extends RenderedPage {
  readonly section: Section | undefined
  readonly group?: string
  readonly address: string
  /** The file of the repository; none for pages that are made of others. */
  readonly file?: string
}

/** Values that all pages of one build share. */
export interface Frame {
  readonly pages: readonly SitePage[]
  readonly version: string
  /** A digest of styles and scripts: they may be kept for as long as it is the same. */
  readonly stamp: string
}

export const sectionAddress = (section: Section): string => section.toLowerCase()

/** Three stacked stones. */
const MARK =
  '<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" focusable="false"><ellipse class="stone-1" cx="16" cy="25" rx="12" ry="4.6"/><ellipse class="stone-2" cx="16.6" cy="16" rx="8.6" ry="3.9"/><ellipse class="stone-3" cx="15.2" cy="8.6" rx="5.4" ry="3.2"/></svg>'

const linkTo = (page: SitePage, address: string, text: string, isCurrent: boolean): string =>
  `<a href="${relativeLink(page.address, `${address}.html`)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`

function bar(page: SitePage): string {
  const sections = SECTIONS.map(section =>
    linkTo(page, sectionAddress(section), section, section === page.section),
  ).join('')
  return `<header class="bar"><a class="brand" href="${relativeLink(page.address, 'index.html')}">${MARK}<span>Cairn <b>docs</b></span></a>
<nav class="sections" aria-label="Sections">${sections}</nav>
<div class="search" role="search" hidden><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd>/</kbd><ul id="found" role="listbox" aria-label="Results" hidden></ul></div></header>`
}

/** Pages of a section below the headings of their groups; a long group is folded unless the page is in it. */
function pageList(page: SitePage, pages: readonly SitePage[]): string {
  const listed = pages.filter(each => each.section === page.section && each.file !== undefined)
  const groups = [...new Set(listed.map(each => each.group))]
  return groups
    .map(group => {
      const links = listed
        .filter(each => each.group === group)
        .map(each => `<li>${linkTo(page, each.address, each.title, each.address === page.address)}</li>`)
      const list = `<ul>${links.join('')}</ul>`
      if (group === undefined) return list
      const isOpen = group === page.group || links.length < 12
      return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary>${list}</details>`
    })
    .join('')
}

function onThisPage({ headings }: SitePage): string {
  const shown = headings.filter(({ depth }) => depth === 2)
  if (shown.length < 2) return ''
  const links = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')
  return `<aside class="toc" aria-label="On this page"><h2>On this page</h2><ul>${links}</ul></aside>`
}

function wayOn(page: SitePage, pages: readonly SitePage[]): string {
  const listed = pages.filter(each => each.file !== undefined)
  const index = listed.findIndex(each => each.address === page.address)
  if (index < 0) return ''
  const link = (other: SitePage | undefined, name: string, rel: string) =>
    other === undefined
      ? '<span></span>'
      : `<a class="${rel}" rel="${rel}" href="${relativeLink(page.address, `${other.address}.html`)}"><small>${name}</small>${escapeHtml(other.title)}</a>`
  return `<nav class="way" aria-label="Previous and next">${link(listed[index - 1], 'Before', 'prev')}${link(listed[index + 1], 'Next', 'next')}</nav>`
}

const crumbs = (page: SitePage): string =>
  page.section === undefined || page.file === undefined
    ? ''
    : `<p class="crumbs">${linkTo(page, sectionAddress(page.section), page.section, false)}${page.group === undefined ? '' : ` <span>/ ${escapeHtml(page.group)}</span>`}</p>`

/** Opened by a tap on small screens, always there on large ones. */
function side(page: SitePage, pages: readonly SitePage[]): string {
  if (page.section === undefined) return ''
  const list = pageList(page, pages)
  return `<nav class="side" aria-label="Pages">${list}</nav>
<details class="menu"><summary>${escapeHtml(page.section)}: pages</summary><nav aria-label="Pages of the section">${list}</nav></details>`
}

export function printPage(page: SitePage, { pages, version, stamp }: Frame): string {
  const root = relativeLink(page.address, 'index.html').replace(/index\.html$/, '')
  const title = page.address === 'index' ? 'Cairn documentation' : `${page.title} · Cairn`
  const source =
    page.file?.endsWith('.md') === true
      ? ` · <a href="${relativeLink(page.address, `${page.address}.md`)}">This page as Markdown</a>`
      : ''
  return `<!doctype html>
<html lang="en" data-root="${root}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(page.lead.slice(0, 160))}"><meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${root}assets/mark.svg"><link rel="stylesheet" href="${root}assets/docs.css?v=${stamp}"><script src="${root}assets/docs.js?v=${stamp}" defer></script></head>
<body${page.section === undefined ? ' class="plain"' : ''}><a class="skip" href="#content">To the content</a>
${bar(page)}
<div class="frame">${side(page, pages)}
<main id="content">${crumbs(page)}${page.html}${wayOn(page, pages)}
<footer>Cairn ${escapeHtml(version)} · Apache-2.0${source}</footer></main>${onThisPage(page)}</div></body></html>
`
}
