/** Prints docs/figures/walks.md, and reads it back. */
import { wrap } from '../scripts/markdown.ts'
import { functionsOf, type Walk } from './walk-coverage.ts'

const HEAD = `# The walks of a warm request

The files of ours that a request runs after some dozens like it, with the number of files and functions, by folder and
in alphabetical order. V8 counts them (precise coverage). Files that run only at the start or in a cache are not listed.
\`CAIRN_ACCEPT=1 npm test -- test/walks.test.ts\` writes the page, and the same test fails if a walk grows by more than a
twentieth.
`

/** \`packages/server/src/http/route.ts\` is \`route.ts\` of \`server/http\`. */
function placeOf(file: string): { readonly folder: string; readonly name: string } {
  const [, name = '', , ...rest] = file.split('/')
  const [room = ''] = rest.length > 1 ? rest : ['']
  return {
    folder: room === '' ? name : `${name}/${room}`,
    name: room === '' ? rest.join('/') : rest.slice(1).join('/'),
  }
}

function walkText([name, walk]: readonly [string, Walk]): string {
  const folders = new Map<string, string[]>()
  for (const file of walk.keys()) {
    const place = placeOf(file)
    folders.set(place.folder, [...(folders.get(place.folder) ?? []), place.name])
  }
  const items = [...folders].map(([folder, names]) =>
    wrap(`\`${folder}\` (${names.length}): ${names.map(each => `\`${each}\``).join(', ')}`, '  ', '- '),
  )
  return [`## ${name}`, `${walk.size} files, ${functionsOf(walk)} functions.`, items.join('\n')].join('\n\n')
}

export const printWalks = (walks: ReadonlyMap<string, Walk>): string =>
  `${[HEAD.trimEnd(), ...[...walks].map(walkText)].join('\n\n')}\n`

interface WrittenWalk {
  readonly files: number
  readonly functions: number
  /** Paths from the root of the repository. */
  readonly names: ReadonlySet<string>
}

export function walksIn(page: string): ReadonlyMap<string, WrittenWalk> {
  return new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map(part => {
        const [, name = '', files, functions] = /^(.+)\n\n(\d+) files, (\d+) functions\./.exec(part) ?? []
        return [name, { files: Number(files), functions: Number(functions), names: new Set(filesIn(part)) }]
      }),
  )
}

const filesIn = (part: string): string[] =>
  [...part.matchAll(/^- `([^`/]+)(?:\/([^`]+))?` \(\d+\): ((?:.+\n?)(?: {2}.+\n?)*)/gm)].flatMap(
    ([, name = '', room, list = '']) =>
      [...list.matchAll(/`([^`]+)`/g)].map(
        ([, file = '']) => `packages/${name}/src/${room === undefined ? '' : `${room}/`}${file}`,
      ),
  )
