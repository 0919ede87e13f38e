/** The texts of the templates that versions were made by, kept by the key of the template: what a key stands for never changes. */
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { weightedCache } from '../../../collections/index.ts'
import type { LimitedQueries } from '../../../db/index.ts'
import { templateSources } from '../../../definitions/index.ts'
import { type TemplateTexts, templateTexts } from './template-texts.ts'

/** Characters of OPTs whose texts are kept; the texts are a small part of them. */
const MOST_CHARACTERS = 64 * 1024 * 1024

interface KnownTexts {
  readonly texts: TemplateTexts
  readonly size: number
}

/** Returns the texts of templates by their keys. */
export type TextsByTemplate = (
  db: LimitedQueries,
  keys: ReadonlySet<number>,
) => Promise<ReadonlyMap<number, TemplateTexts>>

/** For one database: keys of another mean other templates. */
export function openTextsByTemplate(): TextsByTemplate {
  const known = weightedCache<number, KnownTexts>({ most: MOST_CHARACTERS, weigh: ({ size }) => size })
  return async (db, keys) => {
    const found = new Map<number, TemplateTexts>()
    const missing: number[] = []
    for (const key of keys) {
      const texts = known.get(key)?.texts
      if (texts) found.set(key, texts)
      else missing.push(key)
    }
    for (const { key, opt } of missing.length > 0 ? await templateSources(db, missing) : []) {
      const texts = templateTexts(compileTemplate(opt))
      known.set(key, { texts, size: opt.length })
      found.set(key, texts)
    }
    return found
  }
}
