/** A cache of compiled templates, found by id for new records and by key for existing ones. */
import { didYouMean } from '@cairn-ehr/openehr/path'
import { compileTemplate, type Template, type WebTemplate, webTemplate } from '@cairn-ehr/openehr/template'
import { compileValidator, type Validator } from '@cairn-ehr/openehr/validate'
import { weightedCache } from '../collections/index.ts'
import type { Changes, Database } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import { LARGE, threads } from '../threads/index.ts'
import {
  findKeyInForce,
  findTemplate,
  findTemplateByKey,
  listTemplates,
  type StoredTemplate,
} from './template-store.ts'

export interface ReadyTemplate {
  readonly key: number
  /** The same for all versions of a template id. */
  readonly artefactId: number
  readonly templateId: string
  /** Characters of its OPT. */
  readonly size: number
  readonly template: Template
  /** Compiled at its first use. */
  readonly validate: Validator
  readonly webTemplate: () => WebTemplate
}

export interface TemplateShelf {
  /** The version in force now; undefined when there is no such template. */
  latest(templateId: string): Promise<ReadyTemplate | undefined>
  /** Ids of all templates. */
  ids(): Promise<readonly string[]>
  byKey(key: number): Promise<ReadyTemplate | undefined>
  /** Returns the version in force if another process has replaced this one, and undefined if it is still in force. */
  newerThan(template: ReadyTemplate): Promise<ReadyTemplate | undefined>
  /** Looks up again which versions are in force. */
  refresh(): Promise<void>
  /** Must be called when this process changes a template; resolves when no process uses the old version for new records. */
  forget(templateId: string): Promise<void>
  figures(): TemplateFigures
}

/** Templates in force at the last refresh, and the work of compiling them since the start. */
interface TemplateFigures {
  readonly inForce: number
  readonly compiled: number
  readonly compileSeconds: number
}

export const noTemplate = async (shelf: TemplateShelf, templateId: string): Promise<Refusal> =>
  new Refusal(
    'template.not_found',
    `There is no template "${templateId}".${didYouMean(templateId, await shelf.ids())}`,
  )

/** Bytes of all cached templates. */
const MOST_BYTES = 128 * 1024 * 1024

/** Memory of a template with its validator and web template, per character of the OPT; measured with the largest test template. */
const BYTES_PER_CHARACTER = 3

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A large OPT takes half a second to compile, so a worker thread does it. The copy that it returns also takes only a third of the memory. */
const compile = (opt: string, systemId: string): Template | Promise<Template> =>
  opt.length > LARGE ? threads.run('compileTemplate', opt, systemId) : compileTemplate(opt)

async function prepareTemplate(stored: StoredTemplate, systemId: string): Promise<ReadyTemplate> {
  const template = await compile(stored.opt, systemId)
  const validator = memoize(() => compileValidator(template))
  return {
    key: stored.key,
    artefactId: stored.artefactId,
    templateId: stored.templateId,
    size: stored.opt.length,
    template,
    validate: (composition, options) => validator()(composition, options),
    webTemplate: memoize(() => webTemplate(template)),
  }
}

type Find = () => Promise<StoredTemplate | undefined>

/** Caches compiled templates by key. Concurrent calls for one template share one compilation. */
function openCompiledTemplates(systemId: string) {
  const templates = weightedCache<number, ReadyTemplate>({
    most: MOST_BYTES,
    weigh: ({ size }) => BYTES_PER_CHARACTER * size,
  })
  const loading = new Map<number, Promise<ReadyTemplate | undefined>>()
  const figures = { compiled: 0, compileSeconds: 0 }

  const load = async (key: number, find: Find): Promise<ReadyTemplate | undefined> => {
    try {
      const stored = await find()
      const startedAt = performance.now()
      const made = stored && (await prepareTemplate(stored, systemId))
      figures.compiled += 1
      figures.compileSeconds += (performance.now() - startedAt) / 1000
      if (made) templates.set(key, made)
      return made
    } finally {
      loading.delete(key)
    }
  }
  const get = (key: number, find: Find): ReadyTemplate | Promise<ReadyTemplate | undefined> => {
    const known = templates.get(key) ?? loading.get(key)
    if (known !== undefined) return known
    const made = load(key, find)
    loading.set(key, made)
    return made
  }
  return { get, figures }
}

/** Without `changes`, for commands, changes of other processes are not heard of. */
export function openTemplateShelf(db: Database, changes?: Changes, systemId = ''): TemplateShelf {
  const compiled = openCompiledTemplates(systemId)
  const keys = new Map<string, number>()
  let inForce = 0

  const refresh = async () => {
    const now = new Map((await listTemplates(db)).map(({ templateId, key }) => [templateId, key]))
    inForce = now.size
    for (const [templateId, key] of keys) if (now.get(templateId) !== key) keys.delete(templateId)
  }
  // Only the key in force is looked up again: the compiled versions themselves never change.
  changes?.on('templates', async changed => {
    for (const templateId of changed) keys.delete(templateId)
    if (changed.length === 0) await refresh()
  })
  const byKey = async (key: number) => compiled.get(key, () => findTemplateByKey(db, key))
  return {
    byKey,
    ids: async () => (await listTemplates(db)).map(({ templateId }) => templateId),
    latest: async templateId => {
      const key = keys.get(templateId)
      if (key !== undefined) return byKey(key)
      const stored = await findTemplate(db, templateId)
      if (!stored) return undefined
      keys.set(templateId, stored.key)
      return compiled.get(stored.key, async () => stored)
    },
    newerThan: async ({ templateId, key }) => {
      const latest = await findKeyInForce(db, templateId)
      if (latest === undefined || latest === key) return undefined
      keys.set(templateId, latest)
      return byKey(latest)
    },
    refresh,
    figures: () => ({ inForce, ...compiled.figures }),
    forget: async templateId => {
      keys.delete(templateId)
      await changes?.announce('templates', templateId)
    },
  }
}
