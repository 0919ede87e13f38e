/** Finds the template of a FLAT or STRUCTURED file of the corpus by the ids of its root, since the file does not name it. */

import {
  type CorpusInstance,
  type CorpusOpt,
  corpusBytes,
  corpusFile,
  corpusIndex,
  corpusMissing,
} from '../../fixtures/corpus.ts'
import { compileTemplate, type Template } from '../../src/template/index.ts'

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

const opts: readonly (CorpusOpt & { readonly roots?: readonly string[] })[] = corpusMissing
  ? []
  : corpusIndex().opts

const fileOf = ({ file }: CorpusOpt): string => file
const after = (text: string, start: string): string =>
  text.startsWith(start) ? text.slice(start.length) : ''

/** The templates that an instance may be for, those that its own name or the index names first. */
export function* candidates(instance: CorpusInstance, keys: readonly string[]): Generator<Template> {
  const root = keys.map(key => key.split(/[/|:]/)[0] ?? '').find(id => id !== 'ctx') ?? ''
  const byRoot = opts.filter(({ roots }) => roots?.includes(root) === true)
  const name = instance.file.split('/').at(-1) ?? ''
  const byName = byRoot.filter(({ template_id: id }) => id !== '' && /^[._]/.test(after(name, id)))
  for (const file of new Set([...byName.map(fileOf), ...instance.opt, ...byRoot.map(fileOf)])) {
    const template = templateOf(file)
    if (template !== undefined) yield template
  }
}
