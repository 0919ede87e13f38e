/** Templates ready for use: compiled once each, found by id for new records and by key for old ones. */
import { compileTemplate, type Template, type WebTemplate, webTemplate } from '@cairn/openehr/template'
import { compileValidator, type Validator } from '@cairn/openehr/validate'
import type { Database } from '../db/index.ts'
import { LARGE, threads } from '../threads/index.ts'
import { weightedCache } from '../weighted-cache.ts'
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
  byKey(key: number): Promise<ReadyTemplate | undefined>
  /** The version in force, where another process has replaced this one; undefined where it is still in force. */
  newerThan(template: ReadyTemplate): Promise<ReadyTemplate | undefined>
  /** Takes note of what other processes changed. */
  refresh(): Promise<void>
  /** Takes note of what this process changed. */
  forget(templateId: string): void
}

/** Bytes of all compiled templates together. */
const MOST_BYTES = 128 * 1024 * 1024

/** Of a template with its validator and its web template, for each character of the OPT: measured with the largest of the test data. */
const BYTES_PER_CHARACTER = 3

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A large OPT takes half a second to compile. What comes from a thread is plain data, and takes a third of the memory as well. */
const compiled = (opt: string): Template | Promise<Template> =>
  opt.length > LARGE ? threads.run('compileTemplate', opt) : compileTemplate(opt)

async function ready(stored: StoredTemplate): Promise<ReadyTemplate> {
  const template = await compiled(stored.opt)
  const validator = once(() => compileValidator(template))
  return {
    key: stored.key,
    artefactId: stored.artefactId,
    templateId: stored.templateId,
    size: stored.opt.length,
    template,
    validate: (composition, options) => validator()(composition, options),
    webTemplate: once(() => webTemplate(template)),
  }
}

export function openTemplateShelf(db: Database): TemplateShelf {
  const templates = weightedCache<number, ReadyTemplate>({
    most: MOST_BYTES,
    weigh: ({ size }) => BYTES_PER_CHARACTER * size,
  })
  const loading = new Map<number, Promise<ReadyTemplate | undefined>>()
  const keys = new Map<string, number>()

  const load = async (
    key: number,
    find: () => Promise<StoredTemplate | undefined>,
  ): Promise<ReadyTemplate | undefined> => {
    try {
      const stored = await find()
      const made = stored && (await ready(stored))
      if (made) templates.set(key, made)
      return made
    } finally {
      loading.delete(key)
    }
  }
  /** Those who ask while it is compiled wait for the same. */
  const keep = (
    key: number,
    find: () => Promise<StoredTemplate | undefined>,
  ): ReadyTemplate | Promise<ReadyTemplate | undefined> => {
    const known = templates.get(key) ?? loading.get(key)
    if (known !== undefined) return known
    const made = load(key, find)
    loading.set(key, made)
    return made
  }
  const byKey = async (key: number) => keep(key, () => findTemplateByKey(db, key))
  return {
    byKey,
    latest: async templateId => {
      const key = keys.get(templateId)
      if (key !== undefined) return byKey(key)
      const stored = await findTemplate(db, templateId)
      if (!stored) return undefined
      keys.set(templateId, stored.key)
      return keep(stored.key, async () => stored)
    },
    newerThan: async ({ templateId, key }) => {
      const inForce = await findKeyInForce(db, templateId)
      if (inForce === undefined || inForce === key) return undefined
      keys.set(templateId, inForce)
      return byKey(inForce)
    },
    refresh: async () => {
      const now = new Map((await listTemplates(db)).map(({ templateId, key }) => [templateId, key]))
      for (const [templateId, key] of keys) if (now.get(templateId) !== key) keys.delete(templateId)
    },
    forget: templateId => void keys.delete(templateId),
  }
}
