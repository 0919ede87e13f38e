/** Templates ready for use: compiled once each, found by id for new records and by key for old ones. */
import { compileTemplate, type Template, type WebTemplate, webTemplate } from '@cairn/openehr/template'
import { compileValidator, type Validator } from '@cairn/openehr/validate'
import type { Database } from '../db/index.ts'
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

/** Compiled templates are large (the greatest of the test data takes some 30 MB); the least used go first. */
const MOST_READY = 200

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function ready(stored: StoredTemplate): ReadyTemplate {
  const template = compileTemplate(stored.opt)
  const validator = once(() => compileValidator(template))
  return {
    key: stored.key,
    artefactId: stored.artefactId,
    templateId: stored.templateId,
    template,
    validate: (composition, options) => validator()(composition, options),
    webTemplate: once(() => webTemplate(template)),
  }
}

export function openTemplateShelf(db: Database): TemplateShelf {
  const compiled = new Map<number, Promise<ReadyTemplate | undefined>>()
  const keys = new Map<string, number>()

  const keep = (key: number, make: () => Promise<ReadyTemplate | undefined>) => {
    const kept = compiled.get(key) ?? make()
    compiled.delete(key)
    compiled.set(key, kept)
    const [oldest] = compiled.keys()
    if (compiled.size > MOST_READY && oldest !== undefined) compiled.delete(oldest)
    kept.catch(() => compiled.delete(key))
    return kept
  }
  const byKey = (key: number) =>
    keep(key, async () => {
      const stored = await findTemplateByKey(db, key)
      return stored && ready(stored)
    })
  return {
    byKey,
    latest: async templateId => {
      const key = keys.get(templateId)
      if (key !== undefined) return byKey(key)
      const stored = await findTemplate(db, templateId)
      if (!stored) return undefined
      keys.set(templateId, stored.key)
      return keep(stored.key, async () => ready(stored))
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
