/** The look of code: colours of the page, so that both themes fit. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { codeWords } from './code-words.ts'
import { styleNonce } from './style-nonce.ts'

const theme = EditorView.theme({
  '&': {
    backgroundColor: 'var(--cairn-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--cairn-line)',
    borderRadius: '6px',
    fontSize: '0.86rem',
  },
  '&.cm-focused': { outline: '2px solid var(--cairn-accent)' },
  '.cm-content': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    caretColor: 'var(--mantine-color-text)',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--cairn-soft)',
    color: 'var(--cairn-dim)',
    border: 'none',
    borderRight: '1px solid var(--cairn-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--cairn-accent) 7%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--cairn-accent) 25%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--cairn-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--cairn-line)',
    borderRadius: '6px',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--cairn-accent)',
    color: 'var(--cairn-surface)',
  },
  '.cm-completionDetail': { color: 'var(--cairn-dim)', fontStyle: 'normal', marginLeft: '1em' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  // The sign of the merge view is in few fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
  '.cm-panels': { backgroundColor: 'var(--cairn-soft)', color: 'inherit' },
})

const highlight = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--cairn-code-keyword)', fontWeight: '600' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--cairn-code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cairn-code-number)' },
  { tag: [tags.propertyName, tags.tagName, tags.attributeName], color: 'var(--cairn-code-name)' },
  { tag: [tags.typeName, tags.className], color: 'var(--cairn-code-type)' },
  { tag: tags.variableName, color: 'var(--mantine-color-text)' },
  { tag: [tags.special(tags.variableName)], color: 'var(--cairn-code-number)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--cairn-dim)', fontStyle: 'italic' },
])

export const codeTheme = (): Extension => [
  EditorView.cspNonce.of(styleNonce()),
  codeWords(),
  theme,
  syntaxHighlighting(highlight),
]
