/** Which template of the corpus a FLAT or STRUCTURED file is for: it does not say, so the ids of its root are tried. */
import { compileTemplate, type Template } from '../../src/template/index.ts'
import { type CorpusInstance, corpusBytes, corpusFile, corpusIndex } from '../corpus.ts'

const compiled = new Map<string, Template | undefined>()

/** The template of an OPT; nothing for those that are broken on purpose. */
export function templateOf(file: string): Template | undefined {
  if (!compiled.has(file)) {
    let template: Template | undefined
    try {
      template = compileTemplate(corpusBytes(file))
    } catch {
      template = undefined
    }
    compiled.set(file, template)
  }
  return compiled.get(file)
}

/** The JSON of an instance. */
export const jsonOf = (file: string): Record<string, unknown> =>
  JSON.parse(corpusFile(file).replace(/^\uFEFF/, '')) as Record<string, unknown>

/** The templates that an instance may be for, those that the index names first. */
export function* candidates(instance: CorpusInstance, keys: readonly string[]): Generator<Template> {
  const root = keys.map(key => key.split(/[/|:]/)[0] ?? '').find(id => id !== 'ctx') ?? ''
  const opts = corpusIndex().opts as readonly { readonly file: string; readonly roots?: readonly string[] }[]
  const byRoot = opts.filter(({ roots }) => roots?.includes(root) === true).map(({ file }) => file)
  for (const file of new Set([...instance.opt, ...byRoot])) {
    const template = templateOf(file)
    if (template !== undefined) yield template
  }
}
