/** Decisions are numbered one after the other, and what refers to one names a page that exists. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources } from './imports.ts'

const FOLDER = new URL('../docs/decisions/', import.meta.url)
const pages = readdirSync(FOLDER).sort()
const numbers = pages.map(page => page.slice(0, 4))

describe('the decisions', () => {
  it('have numbers without gaps, each once', () => {
    const expected = pages.map((_, index) => String(index + 1).padStart(4, '0'))
    assert.deepEqual(numbers, expected)
  })

  it('open with the number of their file', () => {
    for (const page of pages)
      assert.ok(readFileSync(new URL(page, FOLDER), 'utf8').startsWith(`# ${page.slice(0, 4)} — `), page)
  })

  it('have one page each: status, context, decision and consequences in at most 60 lines', () => {
    for (const page of pages) {
      const text = readFileSync(new URL(page, FOLDER), 'utf8')
      assert.match(text, /^\*Status\* accepted \d{4}-\d\d-\d\d/m, page)
      for (const part of ['Context', 'Decision', 'Consequences'])
        assert.match(text, new RegExp(`^\\*${part}\\*`, 'm'), `${page}: ${part}`)
      const lines = text.split('\n').length - 1
      assert.ok(lines <= 60, `${page}: ${lines} lines; move its figures to docs/figures`)
    }
  })

  it('that change an earlier one say so in both', () => {
    const statuses = pages.map(page => {
      const text = readFileSync(new URL(page, FOLDER), 'utf8')
      return [page.slice(0, 4), /^\*Status\*(?:.+\n)+/m.exec(text)?.[0].replaceAll('\n', ' ') ?? ''] as const
    })
    const said = new Map(statuses)
    const pairs = { extends: 'extended by', amends: 'amended by', supersedes: 'superseded by' }
    const missing = statuses.flatMap(([number, status]) =>
      Object.entries(pairs).flatMap(([verb, mirrored]) => [
        ...[...status.matchAll(new RegExp(`\\b${verb} (\\d{4})`, 'g'))]
          .filter(([, other = '']) => !said.get(other)?.includes(`${mirrored} ${number}`))
          .map(([, other]) => `${other}: ${mirrored} ${number}`),
        ...[...status.matchAll(new RegExp(`\\b${mirrored} (\\d{4})`, 'g'))]
          .filter(([, other = '']) => !said.get(other)?.includes(`${verb} ${number}`))
          .map(([, other]) => `${other}: ${verb} ${number}`),
      ]),
    )
    assert.deepEqual(missing, [])
  })

  it('that others refer to exist', () => {
    const root = new URL('..', import.meta.url)
    const documents = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map(
      file => [file, readFileSync(new URL(file, root), 'utf8')] as const,
    )
    const own = pages.map(page => [page, readFileSync(new URL(page, FOLDER), 'utf8')] as const)
    const sources = readSources(fileURLToPath(root), ['packages', 'test', 'bench', 'scripts'])
    const missing = [...documents, ...own, ...sources].flatMap(([file, text]) => [
      ...[...text.matchAll(/\bdecisions? (\d{4})/g)]
        .filter(([, number = '']) => !numbers.includes(number))
        .map(([found]) => `${file}: ${found}`),
      ...[...text.matchAll(/\bdecisions\/(\d{4}[\w-]*)/g)]
        .filter(([, name = '']) => !pages.some(page => page.startsWith(name)))
        .map(([found]) => `${file}: ${found}`),
    ])
    assert.deepEqual(missing, [])
  })
})
