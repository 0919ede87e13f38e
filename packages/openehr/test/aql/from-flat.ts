/** FLAT compositions of the corpus, by the templates that were uploaded for them. */
import assert from 'node:assert/strict'
import { corpusFile } from '../../fixtures/corpus.ts'
import { readFlat } from '../../src/format/flat/index.ts'
import { compileTemplate, type Template, webTemplate } from '../../src/template/index.ts'
import type { ReadFlat } from './setup.ts'

const templates = new Map<string, Template>()

function templateOf(opt: string): Template {
  const template = templates.get(opt) ?? compileTemplate(corpusFile(opt))
  templates.set(opt, template)
  return template
}

/** The template is the one whose id the keys begin with. */
export const fromFlat: ReadFlat = (flat, opts) => {
  const data = JSON.parse(flat) as Record<string, unknown>
  const keys = Object.keys(data)
  const template = opts
    .map(templateOf)
    .find(each => keys.some(key => key.startsWith(`${webTemplate(each).tree.id}/`)))
  assert.ok(template, 'a FLAT composition needs its template')
  return readFlat(template, data, { now: '2026-01-01T10:00:00Z' })
}
