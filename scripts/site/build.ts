/** Makes the whole site: the files of it by their paths, as texts or bytes. */
import { createHash } from 'node:crypto'
import { conformancePage, conformanceText } from './conformance-page.ts'
import { type PageSource, pageSources, readBytes, readSource, SECTIONS } from './contents.ts'
import { glossaryTerms } from './glossary.ts'
import { printPage, type SitePage } from './layout.ts'
import { firstPage, llmsText, sectionPage } from './made-pages.ts'
import { assetAddress, renderPage } from './render.ts'
import { searchIndex } from './search-index.ts'

const own = (name: string): string => readSource(`scripts/site/${name}`)

/** Pages for those who learn; the glossary and pages about the project itself need no links to it. */
const isLesson = ({ section, group, address }: PageSource): boolean =>
  section !== 'Reference' && group === undefined && address !== 'openehr/glossary'

const TERMS = glossaryTerms()

function pageOf(source: PageSource, addresses: ReadonlyMap<string, string>): SitePage {
  const { section, group, address, file } = source
  const targets = { addressOf: (path: string) => addresses.get(path), terms: isLesson(source) ? TERMS : [] }
  const rendered = renderPage(readSource(file), source, targets)
  return { ...rendered, section, address, file, ...(group === undefined ? {} : { group }) }
}

export type SiteFiles = ReadonlyMap<string, string | Uint8Array>

export function buildSite(version: string): SiteFiles {
  const sources = pageSources()
  const addresses = new Map([
    ...sources.map(({ file, address }) => [file, address] as const),
    ['docs/conformance.json', 'conformance'] as const,
  ])
  const written = sources.map(source => pageOf(source, addresses))
  const pages = [...written, conformancePage()]
  const [css, js] = [own('docs.css'), own('docs.js')]
  const stamp = createHash('sha256')
    .update(css + js)
    .digest('base64url')
    .slice(0, 10)
  const all = [
    firstPage(pages),
    ...SECTIONS.filter(each => each !== 'Start').map(each => sectionPage(each, pages)),
    ...pages,
  ]
  const frame = { pages, version, stamp }
  const assets = new Set(pages.flatMap(page => page.assets))
  return new Map<string, string | Uint8Array>([
    ...all.map(page => [`${page.address}.html`, printPage(page, frame)] as const),
    ...sources.map(({ address, file }) => [`${address}.md`, readSource(file)] as const),
    ...[...assets].map(file => [assetAddress(file), readBytes(file)] as const),
    ['assets/docs.css', css],
    ['assets/docs.js', js],
    ['assets/mark.svg', readSource('packages/console/public/mark.svg')],
    ['assets/search-index.js', searchIndex(pages)],
    ['conformance.json', conformanceText()],
    ['llms.txt', llmsText(pages)],
  ])
}
