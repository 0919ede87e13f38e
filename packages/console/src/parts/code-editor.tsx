/** An editor for JSON or XML, with findings at their lines. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { bracketMatching, foldGutter } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, type Text } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeTheme } from './code-theme.ts'

interface LineFinding {
  readonly line: number
  readonly message: string
}

interface Props {
  readonly text: string
  readonly format: 'json' | 'xml'
  readonly label: string
  readonly findings: readonly LineFinding[]
  readonly onChange: (text: string) => void
}

const LANGUAGES = { json, xml } as const

function diagnosticsOf(doc: Text, findings: readonly LineFinding[]): Diagnostic[] {
  return findings.map(({ line, message }) => {
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
    return { from, to, severity: 'error', message }
  })
}

export function CodeEditor({ text, format, label, findings, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const language = useRef(new Compartment())
  // The editor is made once; what it calls is the latest.
  const latest = useRef(onChange)
  latest.current = onChange
  const first = useRef({ text, format })

  useEffect(() => {
    if (!place.current) return
    const made = new EditorView({
      doc: first.current.text,
      parent: place.current,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        bracketMatching(),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        language.current.of(LANGUAGES[first.current.format]()),
        codeTheme(),
        EditorView.lineWrapping,
        EditorView.theme({ '.cm-content': { minHeight: '18rem' }, '.cm-scroller': { maxHeight: '65vh' } }),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) latest.current(update.state.doc.toString())
        }),
      ],
    })
    view.current = made
    return () => made.destroy()
  }, [label])

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(LANGUAGES[format]()) })
  }, [format])

  useEffect(() => {
    const current = view.current?.state.doc.toString()
    if (view.current && current !== text)
      view.current.dispatch({ changes: { from: 0, to: current?.length ?? 0, insert: text } })
  }, [text])

  useEffect(() => {
    if (view.current)
      view.current.dispatch(
        setDiagnostics(view.current.state, diagnosticsOf(view.current.state.doc, findings)),
      )
  }, [findings])
  return <div ref={place} />
}
