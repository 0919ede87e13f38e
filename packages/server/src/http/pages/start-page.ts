/** The answer at `/`: what this server is, as facts for programs and as a page for people. */
import { createHash } from 'node:crypto'
import { json, type Reply } from '../endpoint.ts'
import { Html, html } from './html.ts'

export interface StartFacts {
  readonly version: string
  readonly systemId: string
  readonly baseUrl: string
  readonly authUrl: string
}

const SPECIFICATIONS = {
  'openEHR REST API': '1.1.0',
  AQL: '1.1.0',
  'Reference model': '1.1.0',
  Templates: 'ADL 1.4 OPT',
} as const

interface StartLink {
  readonly name: string
  /** Relative to the address of the page. */
  readonly path: string
  readonly title: string
  readonly about: string
}

const LINKS: readonly StartLink[] = [
  {
    name: 'documentation',
    path: 'docs/',
    title: 'Documentation',
    about: 'Start in five minutes, tutorials, guides, reference.',
  },
  {
    name: 'console',
    path: 'console',
    title: 'Console',
    about: 'Records, queries, templates and clients in the browser.',
  },
  {
    name: 'operations',
    path: 'docs/reference.html',
    title: 'API reference',
    about: 'Every operation with its scope, its body and an example.',
  },
  {
    name: 'description',
    path: 'openapi.json',
    title: 'OpenAPI 3.1',
    about: 'The same for programs that make clients.',
  },
  {
    name: 'conformance',
    path: 'docs/conformance',
    title: 'Conformance',
    about: 'Each rule of the specifications, with the tests that show it.',
  },
  {
    name: 'health',
    path: 'health/ready',
    title: 'Health',
    about: 'For an orchestrator: can this server serve?',
  },
]

const STYLE = `
:root{color-scheme:light dark;--ground:#f4f4f2;--surface:#fff;--ink:#22262a;--dim:#5c5b56;--line:#dcdbd6;--soft:#efeeea;--accent:#0b5f66;--stone-1:#0b5f66;--stone-2:#178089;--stone-3:#4aa8ae;--good:#1c6b3c;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ground:#1a1b1b;--surface:#232425;--ink:#e6e4df;--dim:#a9a8a3;--line:#3c3d3e;--soft:#2c2d2e;--accent:#72bcc0;--stone-1:#2f9aa2;--stone-2:#4aa8ae;--stone-3:#a3d3d5;--good:#8fd6a8;--bad:#ff9c94}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:58rem;margin:0 auto;padding:10vh 1.25rem 3rem}
.head{display:flex;align-items:center;gap:1.1rem;margin:0 0 1.1rem}
.head svg{width:4.2rem;height:4.2rem;flex:none}
.s1{fill:var(--stone-1)}.s2{fill:var(--stone-2)}.s3{fill:var(--stone-3)}
h1{font-size:2.1rem;line-height:1.15;margin:0;font-weight:650;letter-spacing:-.01em}
.head p{margin:.15rem 0 0;color:var(--dim)}
.state{font-weight:600;color:var(--good)}.state.bad{color:var(--bad)}
ul{list-style:none;margin:1.8rem 0;padding:0;display:grid;gap:.9rem;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr))}
li a{display:block;height:100%;padding:1rem 1.15rem;background:var(--surface);border:1px solid var(--line);border-radius:10px;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
li b{display:block;color:var(--accent);font-weight:600;font-size:1.05rem}
li span{color:var(--dim);font-size:.94rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.35rem 1.4rem;margin:0;padding:1rem 1.15rem;background:var(--surface);border:1px solid var(--line);border-radius:10px;font-size:.94rem}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
@media(max-width:30rem){main{padding-top:2rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
`

const HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const rowsOf = ({ version, systemId, baseUrl, authUrl }: StartFacts): [name: string, value: string][] => [
  ['Version', version],
  ['System id', systemId],
  ['API', `${baseUrl}/openehr/v1`],
  ['Tokens', `${authUrl}/oauth/token`],
  ['Discovery', `${authUrl}/.well-known/smart-configuration`],
  [
    'Specifications',
    Object.entries(SPECIFICATIONS)
      .map(each => each.join(' '))
      .join(', '),
  ],
]

function printPage(facts: StartFacts, isReady: boolean): string {
  const links = LINKS.map(
    ({ path, title, about }) => html`<li><a href="${path}"><b>${title}</b><span>${about}</span></a></li>\n`,
  )
  const rows = rowsOf(facts).map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>\n`)
  const state = isReady
    ? html`<span class="state">Ready</span>`
    : html`<span class="state bad">Not ready</span>`
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Cairn</title><link rel="icon" type="image/svg+xml" href="favicon.ico"><style>${new Html(STYLE)}</style></head>
<body><main><div class="head"><svg viewBox="0 0 32 32" aria-hidden="true"><ellipse class="s1" cx="16" cy="25" rx="12" ry="4.6"/><ellipse class="s2" cx="16.6" cy="16" rx="8.6" ry="3.9"/><ellipse class="s3" cx="15.2" cy="8.6" rx="5.4" ry="3.2"/></svg>
<div><h1>Cairn</h1><p>An openEHR clinical data service. ${state}</p></div></div>
<ul>${links}</ul><dl>${rows}</dl></main></body></html>`.text
}

export function startAnswer(facts: StartFacts, isReady: boolean, accepted: string): Reply {
  if (accepted === 'text/html')
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': POLICY,
        Vary: 'Accept',
      },
      body: printPage(facts, isReady),
    }
  return json(
    200,
    {
      name: 'Cairn',
      version: facts.version,
      status: isReady ? 'ready' : 'not ready',
      specifications: SPECIFICATIONS,
      links: {
        api: `${facts.baseUrl}/openehr/v1`,
        discovery: `${facts.authUrl}/.well-known/smart-configuration`,
        ...Object.fromEntries(LINKS.map(({ name, path }) => [name, `${facts.baseUrl}/${path}`])),
      },
    },
    { Vary: 'Accept' },
  )
}
