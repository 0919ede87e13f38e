/** The editor of a query. Ctrl-Enter runs it. */
import { closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { codeTheme } from '../../parts/code-theme.ts'
import { aqlSupport } from './aql-language.ts'
import type { CatalogArchetype } from './catalog.ts'

export interface AqlEditorHandle {
  /** Writes at the cursor. */
  insert(text: string): void
}

interface Props {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
  readonly catalog: readonly CatalogArchetype[]
  readonly label: string
  readonly ref?: Ref<AqlEditorHandle>
}

export function AqlEditor({ text, onChange, onRun, catalog, label, ref }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  // The editor is made once; what it calls is the latest.
  const latest = useRef({ onChange, onRun, catalog })
  latest.current = { onChange, onRun, catalog }
  const first = useRef(text)

  useEffect(() => {
    if (!place.current) return
    const run = () => {
      latest.current.onRun()
      return true
    }
    const made = new EditorView({
      doc: first.current,
      parent: place.current,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        closeBrackets(),
        keymap.of([{ key: 'Mod-Enter', run }, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        aqlSupport(() => latest.current.catalog),
        codeTheme(),
        EditorView.lineWrapping,
        EditorView.theme({ '.cm-content': { minHeight: '9rem' }, '.cm-scroller': { maxHeight: '40vh' } }),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) latest.current.onChange(update.state.doc.toString())
        }),
      ],
    })
    view.current = made
    return () => made.destroy()
  }, [label])

  useEffect(() => {
    const current = view.current?.state.doc.toString()
    if (view.current && current !== text)
      view.current.dispatch({ changes: { from: 0, to: current?.length ?? 0, insert: text } })
  }, [text])

  useImperativeHandle(ref, () => ({
    insert: inserted => {
      if (!view.current) return
      view.current.dispatch(view.current.state.replaceSelection(inserted))
      view.current.focus()
    },
  }))
  return <div ref={place} />
}
